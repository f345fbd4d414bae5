import { driverLicense } from '../../../../../shared/identity/product/driver-license.ts'
import { serveLookUp } from '../../../../../shared/identity/serve-look-up.ts'

export const handler = serveLookUp('lookUpDriverLicense', driverLicense)
