import { ninPremium } from '../../../../../shared/identity/product/nin-premium.ts'
import { serveLookUp } from '../../../../../shared/identity/serve-look-up.ts'

export const handler = serveLookUp('lookUpNinPremium', ninPremium)
