import { alienCard } from './product/alien-card.ts'
import { driverLicense } from './product/driver-license.ts'
import { nin } from './product/nin.ts'
import { ninPremium } from './product/nin-premium.ts'
import { passport } from './product/passport.ts'

/**
 * The list of identity products, each under its look-up's action. Routes, scopes, price list, sandbox, simulator,
 * OpenAPI and late results follow from it.
 */
export const lookUps = {
  lookUpNin: nin,
  lookUpNinPremium: ninPremium,
  lookUpDriverLicense: driverLicense,
  lookUpAlienCard: alienCard,
  lookUpPassport: passport,
} as const

export type LookUps = typeof lookUps
export type LookUpAction = keyof LookUps
export type ListedProduct = LookUps[LookUpAction]

export type IdentityProduct = ListedProduct['name']
export const products: readonly ListedProduct[] = Object.values(lookUps)

/** The official registers that answer look-ups; NIN and NIN premium ask the same one. */
export type RegistryName = ListedProduct['registry']['name']
export const registryNames: readonly RegistryName[] = [
  ...new Set(products.map(({ registry }) => registry.name)),
]

export const productNamed = (name: IdentityProduct): ListedProduct =>
  products.find(product => product.name === name)!
