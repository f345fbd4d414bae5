import { describeSchema, type SchemaText } from '../http/describe.ts'
import { Charges, ProductCharges, SpendCap } from './contract.ts'

export const ledgerSchemaTexts: readonly SchemaText[] = [
  describeSchema(ProductCharges, 'What one product cost in the month.', {
    product: ['The product.', 'address'],
    count: ['The number of charged verdicts.', 3],
    amount: ['What they cost together, in the currency of the response.', 7500],
  }),
  describeSchema(SpendCap, 'How much this client may spend in a month, and what is left.', {
    amount: ['The cap, in the currency of the response.', 100_000],
    used: ['What was spent, and what is reserved for verifications in progress.', 12_500],
    spent: ['What was charged.', 10_000],
  }),
  describeSchema(Charges, 'The charges of a month.', {
    month: ['The month in UTC, as YYYY-MM.', '2026-11'],
    currency: ['The currency of all amounts (ISO 4217): naira.', 'NGN'],
    data: ['The charges by product. Only products that your client may read.'],
    total: ['The sum of all amounts.', 7500],
    spendCap: ['The spend cap of this client.', 'Null for a client without a cap.'],
  }),
]
