import { ninPremium } from '../../../../../shared/identity/product/nin-premium.ts'
import { serveLookup } from '../../../../../shared/identity/serve-lookup.ts'

export const handler = serveLookup('lookUpNinPremium', ninPremium)
