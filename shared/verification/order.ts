import type { Consent } from '../consent/contract.ts'
import type { Mode } from '../table/tenant.ts'
import type { ApplicantInput } from './contract/applicant.ts'
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
export const omitUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Fields

const applicantFrom = ({ idNumber: _, ...input }: ApplicantInput, context: OrderContext): Applicant =>
  omitUndefined({ id: context.applicantId, ...input, ...context.idNumber })

/** What every order becomes when it is accepted, whichever product it is of. */
export const toAcceptedRecord = (
  body: {
    readonly customerReference: string
    readonly applicant: ApplicantInput
    readonly applicantLink?: boolean | undefined
    readonly consent?: Consent | undefined
  },
  context: OrderContext,
) => ({
  id: context.id,
  organisationId: context.organisationId,
  mode: context.mode,
  customerReference: body.customerReference,
  applicant: applicantFrom(body.applicant, context),
  requestedAt: context.now,
  updatedAt: context.now,
  outcome: 'accepted' as const,
  price: 0,
  ...(context.clientId !== undefined && { clientId: context.clientId }),
  ...(context.reservation && { reservation: context.reservation }),
  ...(body.applicantLink && { applicantLink: true as const }),
  ...(body.consent && { consent: body.consent }),
})
