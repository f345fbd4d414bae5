import * as z from 'zod/mini'
import { toConclusion } from './conclusion.ts'
import { IdentityVerification } from './contract/lookup.ts'
import type { Lookup } from './lookup.ts'
import { findIdentityProduct } from './products.ts'

const toLookUpConclusion = ({ product, verdict, failure }: Lookup) => {
  if (verdict) return toConclusion(findIdentityProduct(product).answer.check, verdict)
  const status = failure
    ? ({ state: 'failed', status: failure } as const)
    : ({ state: 'IN_PROGRESS', status: 'IN_PROGRESS' } as const)
  return { summary: null, status }
}

/** Without registry data. */
export const toLookupResponse = (lookup: Lookup): IdentityVerification =>
  z.parse(IdentityVerification, {
    ...lookup,
    completedAt: lookup.completedAt ?? null,
    ...toLookUpConclusion(lookup),
  })
