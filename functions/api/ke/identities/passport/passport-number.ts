import { passport } from '../../../../../shared/identity/product/passport.ts'
import { serveLookup } from '../../../../../shared/identity/serve-lookup.ts'

export const handler = serveLookup('lookUpPassport', passport)
