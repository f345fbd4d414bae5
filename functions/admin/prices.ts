import { setting } from '../../shared/aws/environment.ts'
import { priceListVersion } from '../../shared/ledger/price.ts'

/** What this stage charges for a verdict, in NGN, and the version that lines of the ledger name. */
export const listPrices = async () => ({
  prices: Object.entries(setting('PRICES')).map(([product, priceNgn]) => ({ product, priceNgn })),
  version: priceListVersion(),
})
