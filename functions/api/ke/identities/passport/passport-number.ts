import { passport } from '../../../../../shared/identity/product/passport.ts'
import { serveLookUp } from '../../../../../shared/identity/serve-look-up.ts'

export const handler = serveLookUp('lookUpPassport', passport)
