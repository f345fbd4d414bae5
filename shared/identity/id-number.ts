import type { InputRule } from '../http/input-rule.ts'
import type { IdentityProduct } from './contract/product.ts'

export interface IdNumberRule {
  /** What the number is called in an error message. */
  readonly name: string
  /** What a well-formed number looks like, to finish "must be …". Never quotes the caller's number. */
  readonly words: string
  readonly example: string
  /** The form that is sent to the registry and hashed: capital letters and digits only. */
  readonly normalise: (raw: string) => string
  /** Whether the number, normalised, has the form. It says nothing about its being issued. */
  readonly isWellFormed: (raw: string) => boolean
}

const separators = /[\s\p{Pd}\p{Cf}]/gu

/** Only a–z is raised: `toUpperCase` would make "SS" of "ß" and "I" of "ı". */
const compact = (raw: string): string =>
  raw.replace(separators, '').replace(/[a-z]/g, letter => letter.toUpperCase())

const rule = (name: string, words: string, example: string, form: RegExp): IdNumberRule => ({
  name,
  words,
  example,
  normalise: compact,
  isWellFormed: raw => form.test(compact(raw)),
})

const nin = rule('National Identification Number (NIN)', '11 digits', '63184876213', /^\d{11}$/)

/**
 * The form of each product's number. Lenient where issuers changed their form over the years: a number that
 * passes wrongly is a 404 from the registry, one that is refused wrongly can never be verified.
 */
export const idNumberRules: Readonly<Record<IdentityProduct, IdNumberRule>> = {
  nin,
  'nin-premium': nin,
  // Current licences have 2 alphanumerics and 2 digits after the first 8 characters, older ones up to 6 digits.
  'driver-license': rule(
    'driver’s licence number',
    '3 letters, 5 digits and 3 to 6 more letters or digits',
    'ABC12345AA12',
    /^[A-Z]{3}\d{5}[A-Z\d]{3,6}$/,
  ),
  'alien-card': rule('alien card number', '6 to 9 digits', '123456', /^\d{6,9}$/),
  // One letter before the e-passport of 2017, two since.
  passport: rule(
    'passport number',
    '1 or 2 letters followed by 6 or 7 digits',
    'AK0123456',
    /^[A-Z]{1,2}\d{6,7}$/,
  ),
}

/** The number in the path must have the form that its document's numbers have. */
export const idNumberRule =
  (product: IdentityProduct, parameter: string): InputRule =>
  ({ params }) => {
    const rule = idNumberRules[product]
    if (rule.isWellFormed(params[parameter] ?? '')) return []
    const detail = `A ${rule.name} has ${rule.words}, as in ${rule.example}.`
    return [{ pointer: `path/${parameter}`, code: 'wrong_form', detail }]
  }
