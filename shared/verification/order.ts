import { birthDateErrors, bodyFields, type InputRule, providedValue } from '../http/contract/text.ts'
import type { Mode } from '../table/tenant.ts'
import { type ApplicantInput, applicantFields } from './contract/applicant.ts'
import type { OrderFields, StoredFields } from './contract/order-field.ts'
import { internationalForm } from './phone.ts'
import type { Applicant, Verification } from './verification.ts'

export interface OrderContext {
  readonly id: number
  readonly applicantId: number
  readonly organisationId: number
  readonly mode: Mode
  /** ISO 8601. */
  readonly now: string
  readonly digests?: Pick<Applicant, 'phoneDigest' | 'idNumberDigest' | 'idNumberLast4'>
  readonly clientId: string
  readonly reservation?: Verification['reservation']
}

/** Leaves out what was not given, so that an item has no empty attributes. */
export const omitUndefined = <Given extends object>(given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
  ) as Given

export const toStoredFields = <Fields extends OrderFields>(
  fields: Fields,
  body: { readonly [Name in keyof Fields]?: unknown },
): StoredFields<Fields> => {
  const names = Object.keys(fields).filter(name => ['plain', 'encrypted'].includes(fields[name]!.stored))
  return omitUndefined(Object.fromEntries(names.map(name => [name, body[name]]))) as StoredFields<Fields>
}

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
    ...context.digests,
  },
  requestedAt: context.now,
  updatedAt: context.now,
  outcome: 'accepted' as const,
  price: 0,
  clientId: context.clientId,
  ...(context.reservation && { reservation: context.reservation }),
})

const birthRule: InputRule = ({ body, nowMs }) =>
  birthDateErrors(bodyFields(bodyFields(body).applicant).dob, '/applicant/dob', nowMs)

const linkRule: InputRule = ({ body }) => {
  const { applicant, applicantLink } = bodyFields(body)
  const { phone, email } = bodyFields(applicant)
  const isReached = providedValue(email) !== undefined || internationalForm(`${phone}`) !== undefined
  if (applicantLink !== true || isReached) return []
  const detail =
    'To be sent a link, the applicant needs an email, or a phone number with its country’s code, as in +2348031234567.'
  return [{ pointer: '/applicant/phone', code: 'unreachable', detail }]
}

export const applicantRule: InputRule = input => [...birthRule(input), ...linkRule(input)]
