import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'
import { pageSchema } from '../../http/contract/page.ts'
import { id, timestamp } from '../../http/contract/text.ts'
import { identityProducts, registryNames } from '../products.ts'
import { conclusionSchemas, Failed, InProgress, Mismatch, Verified } from './check.ts'

export const FailedLookupResult = z.object({ id: unmasked(id), status: unmasked(Failed) })

export const LateStatus = z.union([Verified, Mismatch, Failed])

export const LateLookupResult = z.union([
  ...identityProducts.map(({ answer }) => answer.schema),
  FailedLookupResult,
])
export type LateLookupResult = z.infer<typeof LateLookupResult>

const kept = {
  id,
  product: z.enum(identityProducts.map(({ name }) => name)),
  idNumberLast4: z.string(),
  requestedAt: timestamp,
  completedAt: z.nullable(timestamp),
  price: z.number(),
}

const checks = [...new Set(identityProducts.map(({ answer }) => answer.check))]
const concluded = checks.map(conclusionSchemas).flatMap(each => Object.values(each))

export const IdentityVerification = z.union([
  ...concluded.map(conclusion => z.object({ ...kept, ...conclusion })),
  z.object({ ...kept, summary: z.null(), status: z.union([InProgress, Failed]) }),
])
export type IdentityVerification = z.infer<typeof IdentityVerification>

export const IdentityList = pageSchema(IdentityVerification)

export const Registry = z.object({
  name: z.enum(registryNames),
  state: z.enum(['available', 'unavailable', 'not_connected']),
  /** Null if it never changed. */
  since: z.nullable(timestamp),
  lastSuccessAt: z.nullable(timestamp),
  /** Of the last five minutes; null without a sample. */
  p50LatencyMs: z.nullable(z.int()),
})
export type Registry = z.infer<typeof Registry>
export const RegistryList = pageSchema(Registry)
