import { alienCard } from './product/alien-card.ts'
import { driverLicense } from './product/driver-license.ts'
import { nin } from './product/nin.ts'
import { ninPremium } from './product/nin-premium.ts'
import { passport } from './product/passport.ts'

/** By operationId. Routes, scopes, price list, sandbox, simulator, OpenAPI and late results follow from it. */
export const lookupDefinitions = {
  lookUpNin: nin,
  lookUpNinPremium: ninPremium,
  lookUpDriverLicense: driverLicense,
  lookUpAlienCard: alienCard,
  lookUpPassport: passport,
} as const

export type LookupDefinitions = typeof lookupDefinitions
export type LookupAction = keyof LookupDefinitions
export type IdentityProductEntry = LookupDefinitions[LookupAction]

export type IdentityProduct = IdentityProductEntry['name']
export const identityProducts: readonly IdentityProductEntry[] = Object.values(lookupDefinitions)

/** NIN and NIN premium share one. */
export type RegistryName = IdentityProductEntry['registry']['name']
export const registryNames: readonly RegistryName[] = [
  ...new Set(identityProducts.map(({ registry }) => registry.name)),
]

export const findIdentityProduct = (name: IdentityProduct): IdentityProductEntry =>
  identityProducts.find(product => product.name === name)!
