import type { InputRule } from '../../http/contract/text.ts'
import type { OrderField } from '../contract/order-field.ts'
import type { Product } from '../contract/product.ts'
import type { OrderContext } from '../order.ts'
import type { Verification } from '../verification.ts'

/** All that one product is, beside its schemas and its report. Methods, so that all stand in one table. */
export interface ProductDefinition<
  Ordered extends Verification = Verification,
  Body = unknown,
  Created extends object = object,
> {
  readonly name: Product
  /** What a verdict costs, unless a stage has a price of its own. */
  readonly priceNgn: number
  readonly fields: Readonly<
    Record<Exclude<keyof Body, 'applicant' | 'addressExtraData' | 'drawn'>, OrderField>
  >
  readonly rule: InputRule
  order(body: Body, context: OrderContext): Ordered
  toCreated(verification: Ordered, isDuplicate: boolean): Created
}
