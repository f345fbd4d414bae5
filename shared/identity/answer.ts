import * as z from 'zod/mini'
import { toConclusion } from './conclusion.ts'
import { IdentityVerification } from './contract/look-up.ts'
import type { Lookup } from './look-up.ts'
import { productNamed } from './products.ts'

const toLookUpConclusion = ({ product, verdict, failure }: Lookup) => {
  if (verdict) return toConclusion(productNamed(product).answer.check, verdict)
  const status = failure
    ? ({ state: 'failed', status: failure } as const)
    : ({ state: 'IN_PROGRESS', status: 'IN_PROGRESS' } as const)
  return { summary: null, status }
}

/** A look-up read later, without bio-data. */
export const toLookUpAnswer = (lookup: Lookup): IdentityVerification =>
  z.parse(IdentityVerification, {
    ...lookup,
    completedAt: lookup.completedAt ?? null,
    ...toLookUpConclusion(lookup),
  })
