import { readIdNumber } from '../http/contract/reading.ts'
import type { InputRule } from '../http/contract/text.ts'

/** Lenient where issuers changed the form over the years: a number that is refused wrongly can never be verified. */
export interface IdNumberRule {
  readonly name: string
  /** Finishes "has …"; never quotes the caller's number. */
  readonly words: string
  readonly example: string
  /** Of the normal form; it does not mean that the number was issued. */
  readonly form: RegExp
}

export const isWellFormed = ({ form }: IdNumberRule, raw: string): boolean => form.test(readIdNumber(raw))

export const idNumberRule =
  ({ number, parameter }: { number: IdNumberRule; parameter: string }): InputRule =>
  ({ params }) => {
    if (isWellFormed(number, params[parameter] ?? '')) return []
    const article = /^[aeiou]/i.test(number.name) ? 'An' : 'A'
    const detail = `${article} ${number.name} has ${number.words}, as in ${number.example}.`
    return [{ pointer: `path/${parameter}`, code: 'wrong_form', detail }]
  }
