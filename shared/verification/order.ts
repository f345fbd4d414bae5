import { Fault } from '../aws/fault.ts'
import { findLga, findState, type Lga, type State } from '../place/place.ts'
import type { Mode } from '../table/tenant.ts'
import type { CreateAddress, CreateBusinessAddress } from './contract/address.ts'
import type { ApplicantInput } from './contract/applicant.ts'
import type { CreateEmployment } from './contract/employment.ts'
import type { AddressVerification, Applicant, EmploymentVerification } from './verification.ts'

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
}

/** Leaves out what was not given, so that an item has no empty attributes. */
const given = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Fields

const applicantOf = ({ idNumber: _, ...input }: ApplicantInput, context: OrderContext): Applicant =>
  given({ id: context.applicantId, ...input, ...context.idNumber })

const ordered = (context: OrderContext, customerReference: string) => ({
  id: context.id,
  organisationId: context.organisationId,
  mode: context.mode,
  customerReference,
  requestedAt: context.now,
  updatedAt: context.now,
  outcome: 'accepted' as const,
  price: 0,
})

/** @throws Fault for names that `placeRule` would have refused */
const locate = (stateName: string, lgaName: string): { state: State; lga: Lga } => {
  const state = findState(stateName)
  const lga = 'id' in state && findLga(state, lgaName)
  if (!lga || !('id' in lga)) throw new Fault('An order came through with an unknown place')
  return { state: state as State, lga }
}

const placeOf = (body: CreateAddress) => {
  const { state, lga } = locate(body.stateName, body.lgaName)
  return {
    street: body.street,
    landmark: body.landmark,
    city: body.city,
    stateId: state.id,
    lgaId: lga.id,
    initialLatitude: body.latitude ?? state.latitude,
    initialLongitude: body.longitude ?? state.longitude,
  }
}

/** A street-address verification as accepted. */
export const orderAddress = (body: CreateAddress, context: OrderContext): AddressVerification =>
  given({
    product: 'address',
    ...ordered(context, body.customerReference),
    ...placeOf(body),
    applicant: applicantOf(body.applicant, context),
  })

/** A business-address verification as accepted. */
export const orderBusinessAddress = (
  body: CreateBusinessAddress,
  context: OrderContext,
): AddressVerification => ({
  ...orderAddress(body, context),
  product: 'business-address',
  business: {
    businessName: body.businessName,
    businessType: body.businessType,
    canContactPoc: body.canContactPoc,
    rcNumber: body.rcNumber,
  },
})

/** An employment verification as accepted. */
export const orderEmployment = (body: CreateEmployment, context: OrderContext): EmploymentVerification =>
  given({
    product: 'employment',
    ...ordered(context, body.customerReference),
    employerName: body.employerName,
    employerEmail: body.employerEmail,
    employerPhone: body.employerPhone,
    contactPersonName: body.contactPersonName,
    jobTitle: body.jobTitle,
    startDate: body.startDate,
    endDate: body.endDate,
    currentlyEmployed: body.currentlyEmployed ?? body.endDate === undefined,
    canContactPoc: body.canContactPoc ?? false,
    consentReference: body.consentReference,
    applicant: applicantOf(body.applicant, context),
  })
