import type { RegistryName } from '../contract/product.ts'
import type { RegistryAdapter } from './adapter.ts'
import { alienCard } from './alien-card.ts'
import { driverLicense } from './driver-license.ts'
import { nin } from './nin.ts'
import { passport } from './passport.ts'

/** Every registry's adapter. */
export const adapters: Readonly<Record<RegistryName, RegistryAdapter>> = {
  nin,
  'driver-license': driverLicense,
  'alien-card': alienCard,
  passport,
}
