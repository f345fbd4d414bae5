import type { RegistryName } from '../contract/identity.ts'
import { alienCard } from './alien-card.ts'
import { driverLicense } from './driver-license.ts'
import type { RegistryMapping } from './mapping.ts'
import { nin } from './nin.ts'
import { passport } from './passport.ts'

/** Every registry's mapping. */
export const mappings: Readonly<Record<RegistryName, RegistryMapping>> = {
  nin,
  'driver-license': driverLicense,
  'alien-card': alienCard,
  passport,
}
