import { nigerianPhones, readPhone } from '../http/contract/reading.ts'
import { generateId } from '../table/id.ts'
import type { Tenant } from '../table/tenant.ts'
import type { CreateAddress, CreateBusinessAddress } from './contract/address.ts'
import type { CreateEmployment } from './contract/employment.ts'
import { findOutcome, type Outcome, possibleOutcomes, statusOf } from './contract/outcome.ts'
import { collectionOf, type Product, verificationTypeOf } from './contract/product.ts'
import type { CreateProAddress } from './contract/property.ts'
import { acceptOrder, type OrderRequest } from './place-order.ts'
import { definitionOf } from './product/definitions.ts'
import type { Verification } from './verification.ts'

const applicant = {
  firstname: 'Sandbox',
  middlename: 'Sample',
  lastname: 'Applicant',
  phone: '',
  dob: '1990-04-12',
  gender: 'female',
  email: 'applicant@example.com',
}

const address = {
  customerReference: 'sandbox-sample',
  street: '1 Sandbox Street',
  landmark: 'Opposite the sandbox',
  city: 'Ikeja',
  lgaName: 'Ikeja',
  stateName: 'Lagos',
  applicant,
} satisfies CreateAddress

const addressPro = {
  ...address,
  addressExtraData: {
    houseNumber: '1',
    generalDescription: 'A made-up house with a blue gate, behind the sandbox',
    latitude: 6.6018,
    longitude: 3.3515,
    buildingDescription: 'Residential',
    hasGateAndFence: true,
    buildingStatus: 'Completed and Painted',
    buildingType: 'Bungalow',
    buildingColour: 'Cream',
  },
} satisfies CreateProAddress

const businessAddress = {
  ...address,
  canContactPoc: true,
  rcNumber: 'RC000000',
  businessType: 'Formal',
  businessName: 'Sandbox Limited',
} satisfies CreateBusinessAddress

const employment = {
  customerReference: address.customerReference,
  employerName: 'Sandbox Limited',
  employerEmail: 'hr@example.com',
  employerPhone: '+2348000000002',
  startDate: '2019-02-01',
  endDate: '2024-06-30',
  jobTitle: 'Accountant',
  currentlyEmployed: false,
  contactPersonName: 'Sandbox Contact',
  consentReference: 'sandbox-consent',
  canContactPoc: true,
  applicant,
} satisfies CreateEmployment

/** An order of each product with every field given, as its schema would have parsed it. */
const sampleOrders: Readonly<Record<Product, object>> = {
  address,
  'address-pro': addressPro,
  'business-address': businessAddress,
  employment,
}

export const sampleOptions = (product: Product) => {
  const [resource, scope] = [verificationTypeOf[product], collectionOf[product]]
  return { resource, scope, ends: possibleOutcomes(product).map(outcome => statusOf(outcome).subStatus) }
}

export const findSampleOutcome = (product: Product, subStatus: string): Outcome | undefined =>
  findOutcome(subStatus, possibleOutcomes(product))

export interface SampleOrder extends Pick<OrderRequest, 'id' | 'isRepeat' | 'nowMs'> {
  readonly product: Product
  readonly caller: Tenant
  readonly phone: string
}

/** Places a test order that is made up; any number of them, side by side. */
export const orderSample = async (sample: SampleOrder): Promise<Verification> => {
  const { product, caller, nowMs, id, isRepeat, phone } = sample
  const { organisationId, mode } = caller
  const applicantId = generateId(nowMs, Math.random())
  const context = { applicantId, organisationId, mode, now: new Date(nowMs).toISOString() }
  const read = readPhone(phone, nigerianPhones) ?? phone
  const body = { ...sampleOrders[product], applicant: { ...applicant, phone: read } }
  const at = (drawn: number) => definitionOf[product].order(body, { ...context, id: drawn })
  const { verification } = await acceptOrder({ at, id, isRepeat, isRevisit: true, nowMs })
  return verification
}
