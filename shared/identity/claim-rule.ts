import { birthDateErrors, bodyFields, type InputRule } from '../http/contract/text.ts'
import { idNumberRule } from './id-number.ts'
import type { IdentityProductDefinition } from './product/definition.ts'

/** What a claim's schema cannot say: the form of the product's number, and which day it is. */
export const claimRule =
  (product: Pick<IdentityProductDefinition, 'number' | 'parameter'>): InputRule =>
  input => [
    ...idNumberRule(product)(input),
    ...birthDateErrors(bodyFields(input.body).dob, '/dob', input.nowMs),
  ]
