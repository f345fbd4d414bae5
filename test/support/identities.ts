import { lookupPath } from '../../shared/identity/contract/lookup-route.ts'
import {
  type IdentityProduct,
  type IdentityProductEntry,
  identityProducts as listed,
} from '../../shared/identity/products.ts'

interface Example {
  /** A number of the right form that the sandbox does not have. */
  readonly wellFormed: string
  /** A number of the right form with these last three characters. */
  readonly ending: (end: string) => string
  /** Where the answer shows the number; with null, that it shows nobody. */
  readonly holder: (number: string | null) => object
}

const inNin = (nin: string | null) => ({ applicant: {}, nin: nin && { nin } })

const examples: Readonly<Record<IdentityProduct, Example>> = {
  nin: { wellFormed: '10000000001', ending: end => `70000000${end}`, holder: inNin },
  'nin-premium': {
    wellFormed: '10000000001',
    ending: end => `80000000${end}`,
    holder: nin => ({ nin, residence: nin && {}, nextOfKin: nin && {} }),
  },
  'driver-license': {
    wellFormed: 'ABC12345AA12',
    ending: end => `ABC12345A${end}`,
    holder: driversLicense => ({
      applicant: {},
      drivers_license: driversLicense && { driversLicense, message: 'Success' },
    }),
  },
  'alien-card': { wellFormed: '123456', ending: end => `700${end}`, holder: inNin },
  passport: { wellFormed: 'AK0123456', ending: end => `BK0000${end}`, holder: inNin },
}

const underTest = (product: IdentityProductEntry) => ({
  ...examples[product.name],
  name: product.name,
  registry: product.registry.name,
  parameter: product.parameter,
  path: (number: string) => lookupPath(product).replace(/\{.*\}/, number),
  firstnameField: product.name === 'driver-license' ? 'fistname' : 'firstname',
  check: product.answer.check,
})

/** An identity product as the journeys meet it. */
export type ProductUnderTest = ReturnType<typeof underTest>

export const products: readonly ProductUnderTest[] = listed.map(underTest)
