import * as z from 'zod/mini'
import { eventId } from '../event/attempt-contract.ts'
import type { EventType } from '../event/name-contract.ts'
import { optional } from '../http/contract/optional.ts'
import { id, text } from '../http/contract/text.ts'
import { identityProducts } from '../identity/products.ts'
import { products } from '../verification/contract/product.ts'

/** Everything that there can be an event about. */
export const sampleVerifications = products
export const sampleIdentities = identityProducts.map(({ name }) => name)

/** What a sample can tell of. An update follows from a dispute of a test verification. */
export const sampleTypes = [
  'verification_completed',
  'verification_started',
  'verification_delayed',
] as const satisfies readonly EventType[]

/** Which event to send, about what, and for a completion how it ended. */
export const SendSample = z.object({
  product: z.enum([...sampleVerifications, ...sampleIdentities]),
  event_type: optional(z.enum(sampleTypes)),
  /** A subStatus of the table of outcomes, or the verdict or failure of a look-up. */
  outcome: optional(text(60)),
})
export type SendSample = z.infer<typeof SendSample>

/** The event that is on its way, what it is about, and which endpoints will receive it. */
export const SentSample = z.object({ eventId, verificationId: id, endpointIds: z.array(id) })
