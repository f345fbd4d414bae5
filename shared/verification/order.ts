import { bodyFields, type InputRule, providedValue } from '../http/contract/text.ts'
import type { Mode } from '../table/tenant.ts'
import { type ApplicantInput, applicantFields } from './contract/applicant.ts'
import type { OrderFields, StoredFields } from './contract/order-field.ts'
import type { Applicant, Verification } from './verification.ts'

/** What an order has besides the caller's body. */
export interface OrderContext {
  readonly id: number
  readonly applicantId: number
  readonly organisationId: number
  readonly mode: Mode
  /** ISO 8601. */
  readonly now: string
  /** Stands for the applicant's id number, which is not kept. */
  readonly idNumber?: Pick<Applicant, 'idNumberDigest' | 'idNumberLast4'>
  /** The client that orders; absent for a sample. */
  readonly clientId?: string
  readonly reservation?: Verification['reservation']
}

/** Leaves out what was not given, so that an item has no empty attributes. */
export const omitUndefined = <Given extends object>(given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
  ) as Given

/** The attributes that store an order's fields as they were given. */
export const toStoredFields = <Fields extends OrderFields>(
  fields: Fields,
  body: { readonly [Name in keyof Fields]?: unknown },
): StoredFields<Fields> => {
  const names = Object.keys(fields).filter(name => ['plain', 'encrypted'].includes(fields[name]!.stored))
  return omitUndefined(Object.fromEntries(names.map(name => [name, body[name]]))) as StoredFields<Fields>
}

/** What every order becomes when it is accepted, whichever product it is of. */
export const toAcceptedRecord = <Fields extends OrderFields>(
  fields: Fields,
  body: { readonly applicant: ApplicantInput } & { readonly [Name in keyof Fields]?: unknown },
  context: OrderContext,
) => ({
  ...toStoredFields(fields, body),
  id: context.id,
  organisationId: context.organisationId,
  mode: context.mode,
  applicant: {
    id: context.applicantId,
    ...toStoredFields(applicantFields, body.applicant),
    ...context.idNumber,
  },
  requestedAt: context.now,
  updatedAt: context.now,
  outcome: 'accepted' as const,
  price: 0,
  ...(context.clientId !== undefined && { clientId: context.clientId }),
  ...(context.reservation && { reservation: context.reservation }),
})

const mobile = '[789]\\d{9}'

/** Nigerian ways to write a mobile number: https://en.wikipedia.org/wiki/Telephone_numbers_in_Nigeria, as libphonenumber has it for NG. */
const nigerian = new RegExp(`^(?:\\+?234|00234|009234)?0?(${mobile})$`)

/**
 * A telephone number in the form of E.164, to which a text message can be sent: one with its country's code after a
 * `+`, or a Nigerian mobile number in any of the ways in which people write it. Undefined for what is neither.
 */
export const internationalForm = (phone: string): string | undefined => {
  const written = phone.replace(/[^\d+]/g, '')
  const [, subscriber] = nigerian.exec(written) ?? []
  if (subscriber) return `+234${subscriber}`
  return /^\+(?!234)[1-9]\d{6,14}$/.test(written) ? written : undefined
}

/** Nobody alive was born before; an earlier date is a slip of the pen. */
const earliestBirth = '1900-01-01'

/** The day in UTC, YYYY-MM-DD: days compare as text. */
export const toUtcDay = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10)

/** An applicant has been born, in living memory. */
const birthRule: InputRule = ({ body, nowMs }) => {
  const { dob } = bodyFields(bodyFields(body).applicant)
  if (typeof dob !== 'string' || dob === '') return []
  const isPossible = dob >= earliestBirth && dob <= toUtcDay(nowMs)
  const detail = `Expected a date from ${earliestBirth} to today.`
  return isPossible ? [] : [{ pointer: '/applicant/dob', code: 'out_of_range', detail }]
}

/** Who is to be sent a link can be sent one. */
const linkRule: InputRule = ({ body }) => {
  const { applicant, applicantLink } = bodyFields(body)
  const { phone, email } = bodyFields(applicant)
  const isReached = providedValue(email) !== undefined || internationalForm(`${phone}`) !== undefined
  if (applicantLink !== true || isReached) return []
  const detail =
    'To be sent a link, the applicant needs an email, or a phone number with its country’s code, as in +2348031234567.'
  return [{ pointer: '/applicant/phone', code: 'unreachable', detail }]
}

/** What no applicant can be, and what one who is sent a link needs. */
export const applicantRule: InputRule = input => [...birthRule(input), ...linkRule(input)]
