import * as z from 'zod/mini'
import { optional, text, timestamp } from '../http/contract/text.ts'

export const consentMethods = ['form', 'app', 'message', 'paper', 'spoken'] as const

/** A BCP 47 tag such as `en` or `sw-KE`, without the rare forms. */
const language = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'Expected a language tag, as in en or sw-KE.'))

/** The lawful basis of an order or look-up. It is stored, and is in no response or event. */
export const Consent = z.object({
  /** Which version of your notice the person was shown. @example "2026-03" */
  noticeVersion: text(50),
  /** What they agreed to, in the words that they were shown. @example "Opening an account" */
  purpose: text(200),
  /** The language of the notice (BCP 47). @example "en" */
  language,
  /** When they agreed. Not in the future. @example "2026-11-20T09:00:00.000Z" */
  givenAt: timestamp,
  /** How they agreed. @example "app" */
  method: z.enum(consentMethods),
})
export type Consent = Readonly<z.infer<typeof Consent>>

/** A stage may require it for some products. */
export const consent = optional(Consent)
