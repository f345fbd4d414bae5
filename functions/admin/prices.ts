import { setting } from '../../shared/aws/environment.ts'

/** What this stage charges for a verdict, in NGN. */
export const listPrices = async () => ({
  prices: Object.entries(setting('PRICES')).map(([product, priceNgn]) => ({ product, priceNgn })),
})
