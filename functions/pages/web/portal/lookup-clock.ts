import type { IdentityProduct, IdentityProductEntry } from '../../../../shared/identity/products.ts'

type ClockByProduct = Readonly<{
  [Entry in IdentityProductEntry as Entry['name']]: Entry['country']['code']
}>

/** As the products say, which are too much to load for it: another country than theirs does not compile. */
const clockByProduct: ClockByProduct = {
  nin: 'ng',
  'nin-premium': 'ng',
  'driver-license': 'ng',
  'alien-card': 'ke',
  passport: 'ke',
}

/** The clock of the registry's country. */
export const clockOfLookup = (product: IdentityProduct) => clockByProduct[product]
