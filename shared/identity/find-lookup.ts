import * as z from 'zod/mini'
import type { Caller } from '../account/caller.ts'
import { requireScope } from '../http/authenticate.ts'
import { Problem } from '../http/contract/problem.ts'
import { toConclusion } from './conclusion.ts'
import { IdentityVerification } from './contract/lookup.ts'
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

/** @throws Problem not_found, product_not_enabled */
export const getCallerLookup = async ({ caller, params, nowMs }: LookupRead): Promise<Lookup> => {
  const lookup = await findLookup(caller, params.id, nowMs)
  if (!lookup) throw new Problem('not_found', 'There is no identity look-up with this id.')
  requireScope(caller, [lookupScopeOf(findIdentityProduct(lookup.product))])
  return lookup
}

export const getIdentity = async (request: LookupRead) =>
  ({ status: 200, body: toLookupResponse(await getCallerLookup(request)) }) as const

export type EndedLookup = Lookup & { readonly completedAt: string }

/** About the first delays of a late lookup. */
const lookAgainSeconds = 60

/** @throws Problem not_found, product_not_enabled, not_final */
export const getEndedLookup = async (request: LookupRead): Promise<EndedLookup> => {
  const { completedAt, ...lookup } = await getCallerLookup(request)
  if (completedAt === undefined)
    throw new Problem('not_final', 'It waits for its registry.', {
      headers: { 'retry-after': `${lookAgainSeconds}` },
    })
  return { ...lookup, completedAt }
}

/** Only late lookups are published. */
export const isLookupUnpublished = async ({ organisationId, mode, id }: EndedLookup): Promise<boolean> =>
  (await findLate({ organisationId, mode, verificationId: id })) !== undefined

const toLookUpConclusion = ({ product, verdict, failure }: Lookup) => {
  if (verdict) return toConclusion(findIdentityProduct(product).answer.check, verdict)
  if (failure) return { summary: null, status: { state: 'failed', status: failure } }
  return { summary: null, status: { state: 'IN_PROGRESS', status: 'IN_PROGRESS' } }
}

export const toLookupResponse = (lookup: Lookup): IdentityVerification =>
  z.parse(IdentityVerification, {
    ...lookup,
    completedAt: lookup.completedAt ?? null,
    ...toLookUpConclusion(lookup),
  })
