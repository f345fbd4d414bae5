import type { Caller } from '../account/caller.ts'
import { Problem } from '../http/contract/problem.ts'
import { requireScope } from '../http/authenticate.ts'
import { toLookupResponse } from './response.ts'
import { lookupScopeOf } from './contract/lookup-route.ts'
import { findLate } from './late/store.ts'
import type { Lookup } from './lookup.ts'
import { findIdentityProduct } from './products.ts'
import { findLookup } from './store.ts'

export interface LookupRead {
  readonly caller: Caller
  readonly params: { readonly id: number }
  readonly nowMs: number
}

/** The caller's look-up. @throws Problem not_found, product_not_enabled */
export const getCallerLookup = async ({ caller, params, nowMs }: LookupRead): Promise<Lookup> => {
  const lookup = await findLookup(caller, params.id, nowMs)
  if (!lookup) throw new Problem('not_found', 'There is no identity look-up with this id.')
  requireScope(caller, [lookupScopeOf(findIdentityProduct(lookup.product))])
  return lookup
}

/** The action of the same name. @throws Problem not_found, product_not_enabled */
export const getIdentity = async (call: LookupRead) =>
  ({ status: 200, body: toLookupResponse(await getCallerLookup(call)) }) as const

/** A look-up that has come to an end. */
export type EndedLookup = Lookup & { readonly completedAt: string }

/** The first waits of a late look-up are about so long, in seconds. */
const lookAgainSeconds = 60

/** The same, once it has ended. @throws Problem not_final, too */
export const getEndedLookup = async (call: LookupRead): Promise<EndedLookup> => {
  const { completedAt, ...lookup } = await getCallerLookup(call)
  if (completedAt === undefined)
    throw new Problem('not_final', 'It waits for its registry.', {
      headers: { 'retry-after': `${lookAgainSeconds}` },
    })
  return { ...lookup, completedAt }
}

/** Whether a look-up that has ended is still to be told; one that was answered at once never is. */
export const isLookupUnpublished = async ({ organisationId, mode, id }: EndedLookup): Promise<boolean> =>
  (await findLate({ organisationId, mode, verificationId: id })) !== undefined
