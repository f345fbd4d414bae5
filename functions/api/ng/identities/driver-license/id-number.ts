import { driverLicense } from '../../../../../shared/identity/product/driver-license.ts'
import { serveLookup } from '../../../../../shared/identity/serve-lookup.ts'

export const handler = serveLookup('lookUpDriverLicense', driverLicense)
