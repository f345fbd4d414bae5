import { alienCard } from '../../../../../shared/identity/product/alien-card.ts'
import { serveLookUp } from '../../../../../shared/identity/serve-look-up.ts'

export const handler = serveLookUp('lookUpAlienCard', alienCard)
