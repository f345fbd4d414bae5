import * as z from 'zod/mini'
import { optional } from '../../http/contract/optional.ts'
import { email, optionalText, phone } from '../../http/contract/text.ts'
import { optionalPersonName } from '../../verification/contract/applicant.ts'

export const documentClaims = ['some', 'none'] as const

/** What an applicant says whose employer could not be reached. */
export const DocumentsSaid = z.object({
  has: z.enum(documentClaims),
  /** What they have, in their words. */
  which: optionalText(300),
  contactName: optionalPersonName(100),
  contactPhone: optional(phone),
  contactEmail: optional(email),
  comment: optionalText(500),
})
export type DocumentsSaid = z.infer<typeof DocumentsSaid>
