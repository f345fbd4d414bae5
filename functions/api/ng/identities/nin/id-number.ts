import { nin } from '../../../../../shared/identity/product/nin.ts'
import { serveLookUp } from '../../../../../shared/identity/serve-look-up.ts'

export const handler = serveLookUp('lookUpNin', nin)
