import type { InputRule } from '../http/contract/text.ts'

/**
 * The form of a document's number. Lenient where issuers changed their form over the years: a number that passes
 * wrongly is a 404 from the registry, one that is refused wrongly can never be verified.
 */
export interface IdNumberRule {
  /** Its name in error messages. */
  readonly name: string
  /** Finishes "has …"; never quotes the caller's number. */
  readonly words: string
  readonly example: string
  /** Of the normal form; it does not mean that the number was issued. */
  readonly form: RegExp
}

const separators = /[\s\p{Pd}\p{Cf}]/gu

/**
 * The one normal form of every id number, for registries and for digests: without spaces, dashes and invisible
 * characters, in capital letters. Only a–z is raised: `toUpperCase` would make "SS" of "ß" and "I" of "ı".
 */
export const normaliseIdNumber = (raw: string): string =>
  raw.replace(separators, '').replace(/[a-z]/g, letter => letter.toUpperCase())

export const isWellFormed = ({ form }: IdNumberRule, raw: string): boolean =>
  form.test(normaliseIdNumber(raw))

export const idNumberRule =
  ({ number, parameter }: { number: IdNumberRule; parameter: string }): InputRule =>
  ({ params }) => {
    if (isWellFormed(number, params[parameter] ?? '')) return []
    const detail = `A ${number.name} has ${number.words}, as in ${number.example}.`
    return [{ pointer: `path/${parameter}`, code: 'wrong_form', detail }]
  }
