import { nin } from '../../../../../shared/identity/product/nin.ts'
import { serveLookup } from '../../../../../shared/identity/serve-lookup.ts'

export const handler = serveLookup('lookUpNin', nin)
