import * as z from 'zod/mini'
import { optional, text, timestamp } from '../http/contract/text.ts'

/** How a person can have said so. */
export const consentMethods = ['form', 'app', 'message', 'paper', 'spoken'] as const

/** A language tag as in `en` or `sw-KE`: https://www.rfc-editor.org/rfc/bcp/bcp47.txt, without the rare forms. */
const language = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'Expected a language tag, as in en or sw-KE.'))
  .register(z.globalRegistry, { description: 'The language that the notice was in (BCP 47).' })

/** What the customer states of the consent that an order rests on. */
export const Consent = z.object({
  noticeVersion: text(50).register(z.globalRegistry, {
    description: 'Which version of your notice the person was shown.',
  }),
  purpose: text(200).register(z.globalRegistry, {
    description: 'What they agreed to, in the words that they were shown.',
  }),
  language,
  givenAt: z.clone(timestamp).register(z.globalRegistry, { description: 'When they did, ISO 8601 in UTC.' }),
  method: z.enum(consentMethods).register(z.globalRegistry, { description: 'How they did.' }),
})
export type Consent = Readonly<z.infer<typeof Consent>>

/** An order's field for it. A stage may require it for some products. */
export const consent = optional(Consent)
