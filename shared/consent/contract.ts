import * as z from 'zod/mini'
import { optional, text, timestamp } from '../http/contract/text.ts'

export const consentMethods = ['form', 'app', 'message', 'paper', 'spoken'] as const

/** A BCP 47 tag such as `en` or `sw-KE`, without the rare forms. */
const language = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'Expected a language tag, as in en or sw-KE.'))

export const Consent = z.object({
  noticeVersion: text(50),
  purpose: text(200),
  language,
  givenAt: timestamp,
  method: z.enum(consentMethods),
})
export type Consent = Readonly<z.infer<typeof Consent>>

/** A stage may require it for some products. */
export const consent = optional(Consent)
