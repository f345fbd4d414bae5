import type { Scope } from '../../account/contract.ts'
import type { InputRule } from '../../http/contract/text.ts'
import type { OrderField } from '../contract/order-field.ts'
import type { DecidedOutcome } from '../contract/outcome.ts'
import type { Product, VerificationType } from '../contract/product.ts'
import type { OrderContext } from '../order.ts'
import type { PhotoUrl } from '../response.ts'
import type { Verification } from '../verification.ts'

/**
 * All that one product is, beside its schemas and its report. Its functions are methods, so that the definition of
 * one kind of record stands in the table of all of them.
 */
export interface ProductDefinition<Ordered extends Verification = Verification, Body = unknown> {
  readonly name: Product
  readonly noun: VerificationType
  /** Who may order, read and, in the sandbox, complete one. */
  readonly scope: Scope
  /** Where one is read: `<path>/<id>`. */
  readonly path: `/v1/${string}`
  /** What a verdict costs, unless a stage has a price of its own. */
  readonly priceNgn: number
  /** The outcomes that a person may decide. */
  readonly decidable: readonly DecidedOutcome[]
  /** What is said of each field of the order's body. */
  readonly fields: Readonly<
    Record<Exclude<keyof Body, 'applicant' | 'addressExtraData' | 'drawn'>, OrderField>
  >
  /** What the schema of the order's body cannot say. */
  readonly rule: InputRule
  /** The order as a record. */
  order(body: Body, context: OrderContext): Ordered
  /** What makes two orders for the same applicant the same, besides the product. */
  subjectOf(verification: Ordered): readonly string[]
  /** The answer to a creation. */
  toCreated(verification: Ordered, isDuplicate: boolean): object
  /** The record that an event carries under the noun. */
  toRecord(verification: Ordered, urlOf: PhotoUrl): object
}
