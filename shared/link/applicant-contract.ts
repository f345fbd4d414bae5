import * as z from 'zod/mini'
import { optional } from '../http/contract/optional.ts'
import { anyText, phone } from '../http/contract/text.ts'

/** `6.6018, 3.3515`, as maps write and share it. */
const position = /^\s*-?\d{1,2}(?:\.\d{1,10})?\s*[,;\s]\s*-?\d{1,3}(?:\.\d{1,10})?\s*$/

/** The form of the applicant's page, as a browser sends it. */
export const ApplicantForm = z.object({
  consent: z.enum(['given', 'refused']),
  time: optional(anyText(200)),
  phone: optional(phone),
  place: optional(anyText(200)),
  position: optional(z.string().check(z.regex(position))),
  moved: optional(z.literal('yes')),
  newAddress: optional(anyText(300)),
})
export type ApplicantForm = z.infer<typeof ApplicantForm>
export type ApplicantField = keyof ApplicantForm
