import { describeSchema, type SchemaText } from '../http/describe.ts'
import { nextCursorText } from '../http/reference.ts'
import { ChargeLine, ChargeLines, Charges, ProductCharges, SpendCap } from './contract.ts'

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
    asOf: [
      'When a charge was added to these sums last. A new charge is added within seconds.',
      '2026-11-20T09:31:02.000Z',
      'Null for a month without charges.',
    ],
    spendCap: ['The spend cap of this client.', 'Null for a client without a cap.'],
  }),
  describeSchema(ChargeLine, 'One charge.', {
    chargedAt: ['When it was charged.', '2026-11-20T09:31:00.000Z'],
    verificationId: ['The id of the verification or look-up.', 890_123_456_789_012],
    customerReference: [
      'The reference that you gave with the order.',
      'order-1042',
      'Null for a look-up, which has none, and once the record was erased or is older than a year.',
    ],
    product: ['The product; `message` for a link that was sent.', 'address'],
    rule: ['Why it was charged; the guide to charges says what each word means.', 'decided'],
    result: ['How it ended: an outcome, a match status, or the way a message was sent.', 'approved'],
    amount: ['What it cost, in the currency of the line.', 2500],
    currency: ['The currency of the amount (ISO 4217): naira.', 'NGN'],
    clientId: ['The client that asked for it.', 'test-7f3c'],
  }),
  describeSchema(ChargeLines, 'A page of charges.', {
    data: ['The charges of this page, oldest first.'],
    nextCursor: nextCursorText,
  }),
]
