import { alienCard } from '../../../../../shared/identity/product/alien-card.ts'
import { serveLookup } from '../../../../../shared/identity/serve-lookup.ts'

export const handler = serveLookup('lookUpAlienCard', alienCard)
