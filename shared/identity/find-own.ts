import type { Caller } from '../account/caller.ts'
import { Problem } from '../http/contract/problem.ts'
import { requireScope } from '../http/require-scope.ts'
import { scopeOf } from './contract/look-up-route.ts'
import type { Lookup } from './look-up.ts'
import { productNamed } from './products.ts'
import { findLookup } from './store.ts'

/** @throws Problem not_found for an id of another organisation or mode, or of none; product_not_enabled */
export const findOwnLookup = async ({
  caller,
  params,
  nowMs,
}: {
  readonly caller: Caller
  readonly params: { readonly id: number }
  readonly nowMs: number
}): Promise<Lookup> => {
  const lookup = await findLookup(caller, params.id, nowMs)
  if (!lookup) throw new Problem('not_found', 'There is no identity look-up with this id.')
  requireScope(caller, [scopeOf(productNamed(lookup.product))])
  return lookup
}
