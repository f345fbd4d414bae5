import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'
import { pageSchema } from '../../http/contract/page.ts'
import { id, timestamp } from '../../http/contract/text.ts'
import { identityProducts, registryNames } from '../products.ts'
import { conclusionSchemas, Failed, InProgress, Mismatch, Verified } from './check.ts'

/** A late look-up that came to nothing. It costs nothing. */
export const FailedLookupResult = z.object({
  /** The id of the look-up. Read its verdict again with it. @example 890123456789012 */
  id: unmasked(id),
  /** Why there is no verdict. */
  status: unmasked(Failed),
})

/**
 * How a late look-up ended.
 * @property state `complete` if there is a verdict, `failed` if there is none.
 * @property status The verdict, or why there is none.
 */
export const LateStatus = z.union([Verified, Mismatch, Failed])

export const LateLookupResult = z.union([
  ...identityProducts.map(({ answer }) => answer.schema),
  FailedLookupResult,
])
export type LateLookupResult = z.infer<typeof LateLookupResult>

const kept = {
  /** The id of the look-up. Read its verdict again with it. @example 890123456789012 */
  id,
  /** What was looked up. @example "nin" */
  product: z.enum(identityProducts.map(({ name }) => name)),
  /** The last four characters of the number. @example "6213" */
  idNumberLast4: z.string(),
  /** When you asked. @example "2026-11-20T09:30:00.000Z" */
  requestedAt: timestamp,
  /** When the result was there. Null while it is in progress. @example "2026-11-20T09:30:01.000Z" */
  completedAt: z.nullable(timestamp),
  /** What was charged, in naira. 0 without a verdict. @example 150 */
  price: z.number(),
}

const checks = [...new Set(identityProducts.map(({ answer }) => answer.check))]
const concluded = checks.map(conclusionSchemas).flatMap(each => Object.values(each))

/** What is kept of a look-up: its verdict, and nothing that the registry said of the person. */
export const IdentityVerification = z.union([
  ...concluded.map(({ summary, status }) =>
    z.object({
      ...kept,
      /** How what you sent compares. Null without a verdict. */
      summary,
      /**
       * Where the look-up stands.
       * @property state Whether the look-up is done.
       * @property status The verdict, or why there is none.
       */
      status,
    }),
  ),
  z.object({ ...kept, summary: z.null(), status: z.union([InProgress, Failed]) }),
])
export type IdentityVerification = z.infer<typeof IdentityVerification>

/** A page of look-ups. @property data The look-ups of this page, the latest verdict first. */
export const IdentityList = pageSchema(IdentityVerification)

/** The health of a registry. */
export const Registry = z.object({
  /** The name of the registry. @example "nin" */
  name: z.enum(registryNames),
  /** `not_connected`: the operator has no access to it yet. @example "available" */
  state: z.enum(['available', 'unavailable', 'not_connected']),
  /** Since when it is in this state. Null if the state never changed. @example "2026-11-20T09:30:00.000Z" */
  since: z.nullable(timestamp),
  /** When it last answered. Null if it never did. @example "2026-11-20T09:30:00.000Z" */
  lastSuccessAt: z.nullable(timestamp),
  /**
   * The median time of an answer in the last five minutes, in milliseconds. Null without a sample.
   * @example 420
   */
  p50LatencyMs: z.nullable(z.int()),
})
export type Registry = z.infer<typeof Registry>
/** The registries. @property data All of them, on one page. */
export const RegistryList = pageSchema(Registry)
