import * as z from 'zod/mini'
import { anyText, optional, phone } from '../http/contract/text.ts'
import { findAddressFault } from '../location/address-area.ts'
import { lgaById } from '../location/location.ts'
import type { Coordinates } from '../location/position.ts'
import { englishTexts } from '../texts/english.ts'
import { omitUndefined } from '../verification/order.ts'
import type { Verification } from '../verification/verification.ts'
import { type FieldTexts, type FormResult, parseForm, typedTexts } from './form.ts'

/** `6.6018, 3.3515`, as maps write and share it. */
const position = /^\s*-?\d{1,2}(?:\.\d{1,10})?(?:\s*[,;]\s*|\s+)-?\d{1,3}(?:\.\d{1,10})?\s*$/

const ApplicantForm = z.object({
  consent: z.literal('given'),
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

/** What they say who agree: a "no" ends the check instead. The texts are a stranger's, never markup. */
export interface ApplicantStatement {
  readonly consent: 'given'
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

/** That they do not agree, or do not any more. Nothing else that they said is for anybody who works on it. */
interface ApplicantRefusal {
  readonly consent: 'refused'
  readonly saidAt: string
  readonly hasMoved: false
}

export type ApplicantWord = ApplicantStatement | ApplicantRefusal

const OtherTimeForm = z.object({ time: anyText(200).check(z.minLength(1)) })

/** Another time that the applicant names once they have answered. */
export const parseOtherTime = (form: FieldTexts): FormResult<z.infer<typeof OtherTimeForm>> =>
  parseForm({
    schema: OtherTimeForm,
    typed: typedTexts(form, ['time']),
    message: () => englishTexts.applicant.otherTime.wrong,
  })

const { fields, positionFaults } = englishTexts.applicant

const messageFor = (field: string): string => fields[field as ApplicantField].wrong

const readPosition = (text: string): Coordinates => {
  const [latitude, longitude] = text
    .trim()
    .split(/[,;\s]+/)
    .map(Number)
  return { latitude: latitude!, longitude: longitude! }
}

const isOnEarth = ({ latitude, longitude }: Coordinates): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

/** @param lgaId of the address; undefined where none is checked */
const describeFault = (stated: Coordinates, lgaId: number | undefined): string | undefined => {
  const fault = lgaId === undefined ? undefined : findAddressFault(lgaId, stated)
  if (!fault) return isOnEarth(stated) ? undefined : messageFor('position')
  return positionFaults[fault](lgaById(lgaId!)!.name, `${stated.longitude}, ${stated.latitude}`)
}

interface FormReading {
  readonly at: string
  readonly verification: Verification
}

const lgaIdOf = (verification: Verification): number | undefined =>
  verification.product === 'employment' ? undefined : verification.lgaId

export const parseApplicantForm = (
  form: FieldTexts,
  { at, verification }: FormReading,
): FormResult<ApplicantStatement> => {
  const typed = {
    ...typedTexts(form, Object.keys(ApplicantForm.shape)),
    ...typedTexts(form, ['newAddress'], ', '),
  }
  const stated = position.test(typed.position ?? '') ? readPosition(typed.position!) : undefined
  const fault = stated && describeFault(stated, lgaIdOf(verification))
  const parsed = parseForm({
    schema: ApplicantForm,
    typed,
    more: fault === undefined ? [] : [{ pointer: '/position', code: 'far_location', detail: fault }],
    message: (field, { code, detail }) => (code === 'far_location' ? detail : messageFor(field)),
  })
  if (parsed.kind === 'wrong') return parsed
  const { position: _, moved, ...said } = parsed.value
  const hasMoved = moved === 'yes' || said.newAddress !== undefined
  const value = { ...omitUndefined(said), ...stated, hasMoved, noticeVersion, saidAt: at }
  return { kind: 'filled', value }
}
