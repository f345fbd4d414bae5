import * as z from 'zod/mini'
import { anyText, optional, phone } from '../http/contract/text.ts'
import { englishTexts } from '../texts/english.ts'
import { omitUndefined } from '../verification/order.ts'
import { type FieldTexts, type FormResult, parseForm, typedTexts } from './form.ts'

/** `6.6018, 3.3515`, as maps write and share it. */
const position = /^\s*-?\d{1,2}(?:\.\d{1,10})?(?:\s*[,;]\s*|\s+)-?\d{1,3}(?:\.\d{1,10})?\s*$/

const ApplicantForm = z.object({
  consent: z.enum(['given', 'refused']),
  time: optional(anyText(200)),
  phone: optional(phone),
  place: optional(anyText(200)),
  position: optional(z.string().check(z.regex(position))),
  moved: optional(z.literal('yes')),
  newAddress: optional(anyText(300)),
})
export type ApplicantField = keyof z.infer<typeof ApplicantForm>

/** Changes with every change of what the page says about who asks, why, what happens and what is stored. */
export const noticeVersion = '2026-11-26'

/** The texts are a stranger's, never markup. */
export interface ApplicantStatement {
  readonly consent: 'given' | 'refused'
  readonly noticeVersion: string
  readonly saidAt: string
  readonly time?: string
  /** When they named the time, if that was after they had answered. */
  readonly timeAskedAt?: string
  readonly phone?: string
  readonly place?: string
  readonly latitude?: number
  readonly longitude?: number
  readonly hasMoved: boolean
  readonly newAddress?: string
}

const OtherTimeForm = z.object({ time: anyText(200).check(z.minLength(1)) })

/** Another time that the applicant names once they have answered. */
export const parseOtherTime = (form: FieldTexts): FormResult<z.infer<typeof OtherTimeForm>> =>
  parseForm({
    schema: OtherTimeForm,
    typed: typedTexts(form, ['time']),
    message: () => englishTexts.applicant.otherTime.wrong,
  })

const messageFor = (field: string): string => englishTexts.applicant.fields[field as ApplicantField].wrong

export const parseApplicantForm = (form: FieldTexts, at: string): FormResult<ApplicantStatement> => {
  const typed = {
    ...typedTexts(form, Object.keys(ApplicantForm.shape)),
    ...typedTexts(form, ['newAddress'], ', '),
  }
  const parsed = parseForm({ schema: ApplicantForm, typed, message: messageFor })
  if (parsed.kind === 'wrong') return parsed
  const { position, moved, ...said } = parsed.value
  const [latitude = 0, longitude = 0] =
    position
      ?.trim()
      .split(/[,;\s]+/)
      .map(Number) ?? []
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    return { kind: 'wrong', typed, wrong: { position: messageFor('position') } }
  const coordinates = position === undefined ? {} : { latitude, longitude }
  const hasMoved = moved === 'yes' || said.newAddress !== undefined
  const value = { ...omitUndefined(said), ...coordinates, hasMoved, noticeVersion, saidAt: at }
  return { kind: 'filled', value }
}
