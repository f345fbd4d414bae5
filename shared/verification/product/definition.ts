import type { InputRule } from '../../http/contract/text.ts'
import type { OrderField } from '../contract/order-field.ts'
import type { Product } from '../contract/product.ts'
import type { OrderContext } from '../order.ts'
import type { Verification } from '../verification.ts'

/**
 * All that one product is, beside its schemas and its report. Its functions are methods, so that the definition of
 * one kind of record stands in the table of all of them.
 */
export interface ProductDefinition<Ordered extends Verification = Verification, Body = unknown> {
  readonly name: Product
  /** What a verdict costs, unless a stage has a price of its own. */
  readonly priceNgn: number
  /** What is said of each field of the order's body. */
  readonly fields: Readonly<
    Record<Exclude<keyof Body, 'applicant' | 'addressExtraData' | 'drawn'>, OrderField>
  >
  /** What the schema of the order's body cannot say. */
  readonly rule: InputRule
  /** The order as a record. */
  order(body: Body, context: OrderContext): Ordered
  /** The answer to a creation. */
  toCreated(verification: Ordered, isDuplicate: boolean): object
}
