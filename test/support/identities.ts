import type { IdentityProduct, RegistryName } from '../../shared/identity/contract/product.ts'

/** An identity product as the journeys meet it. */
export interface ProductUnderTest {
  readonly name: IdentityProduct
  readonly registry: RegistryName
  readonly path: (number: string) => string
  readonly parameter: string
  readonly firstnameField: string
  readonly check: string
  /** A number of the right form that the sandbox does not have. */
  readonly wellFormed: string
  /** A number of the right form with these last three characters. */
  readonly ending: (end: string) => string
  /** Where the answer shows the number. */
  readonly holder: (number: string) => object
}

const ninShape = { firstnameField: 'firstname', check: 'nin_check', parameter: 'idNumber' }

export const products: readonly ProductUnderTest[] = [
  {
    ...ninShape,
    name: 'nin',
    registry: 'nin',
    path: number => `/v1/ng/identities/nin/${number}`,
    wellFormed: '10000000001',
    ending: end => `70000000${end}`,
    holder: nin => ({ applicant: {}, nin: { nin } }),
  },
  {
    ...ninShape,
    name: 'nin-premium',
    registry: 'nin',
    path: number => `/v1/ng/identities/nin-premium/${number}`,
    wellFormed: '10000000001',
    ending: end => `80000000${end}`,
    holder: nin => ({ nin, residence: {}, nextOfKin: {} }),
  },
  {
    name: 'driver-license',
    registry: 'driver-license',
    path: number => `/v1/ng/identities/driver-license/${number}`,
    parameter: 'idNumber',
    firstnameField: 'fistname',
    check: 'drivers_license_check',
    wellFormed: 'ABC12345AA12',
    ending: end => `ABC12345A${end}`,
    holder: driversLicense => ({ applicant: {}, drivers_license: { driversLicense, message: 'Success' } }),
  },
  {
    ...ninShape,
    name: 'alien-card',
    registry: 'alien-card',
    path: number => `/v1/ke/identities/alien-card/${number}`,
    wellFormed: '123456',
    ending: end => `700${end}`,
    holder: nin => ({ applicant: {}, nin: { nin } }),
  },
  {
    ...ninShape,
    name: 'passport',
    registry: 'passport',
    path: number => `/v1/ke/identities/passport/${number}`,
    parameter: 'passportNumber',
    wellFormed: 'AK0123456',
    ending: end => `BK0000${end}`,
    holder: nin => ({ applicant: {}, nin: { nin } }),
  },
]
