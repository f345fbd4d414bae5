import type * as z from 'zod/mini'
import {
  businessNameForm,
  genderForm,
  personNameForm,
  phoneForm,
  phoneLength,
  readPhone,
} from '../http/contract/reading.ts'
import { printable } from '../http/contract/text.ts'
import { applicantPhoto, applicantPhotoLength } from '../verification/contract/property.ts'

interface LengthBounds {
  readonly minLength?: number
  readonly maxLength?: number
}

export interface PublishedFormat {
  /** For programs: most generators read an unknown format as plain text. */
  readonly format?: string
  readonly contentEncoding?: string
  readonly maxLength?: number
  /** For people. */
  readonly words: string
}

const lengthOf = ({ minLength = 0, maxLength }: LengthBounds): string =>
  minLength > 0 ? `${minLength} to ${maxLength} characters` : `At most ${maxLength} characters`

const textWords = (bounds: LengthBounds): string =>
  `${lengthOf(bounds)}. Spaces at both ends are removed; control characters are refused.`

/** Formats of our own: what is accepted as one. */
export const ownFormats = {
  text: printable,
  'person-name': personNameForm,
  'business-name': businessNameForm,
  phone: (text: string) => readPhone(text) !== undefined,
  gender: genderForm,
} as const

/** Expressions that no reader of a document understands, and no other language runs: words stand for them. */
const forms: readonly (readonly [RegExp, (bounds: LengthBounds) => PublishedFormat])[] = [
  [
    personNameForm,
    bounds => ({
      format: 'person-name',
      words: `${textWords(bounds)} At least one letter. Invisible characters and marks of direction are removed.`,
    }),
  ],
  [
    businessNameForm,
    bounds => ({
      format: 'business-name',
      words: `${textWords(bounds)} At least one letter or digit. Invisible characters and marks of direction are removed.`,
    }),
  ],
  [
    phoneForm,
    () => ({
      format: 'phone',
      words: `A telephone number with 7 to 15 digits, at most ${phoneLength} characters; \`+\`, spaces, dots, dashes and brackets may stand between the digits. The service stores and shows its international form, as in \`+2348031234567\`.`,
    }),
  ],
  [genderForm, () => ({ format: 'gender', words: '`m`, `f`, `male` or `female`, also in capitals.' })],
  [printable, bounds => ({ format: 'text', words: textWords(bounds) })],
]

const ownWords: Readonly<Record<string, string>> = {
  'date-time': 'ISO 8601 in UTC, with milliseconds.',
  date: 'A day that exists, as YYYY-MM-DD.',
  email: 'An email address of at most 254 characters.',
}

/** What stands in the document for a text's expression; undefined where the expression itself may. */
export const findFormat = (
  schema: z.core.$ZodType,
  json: LengthBounds & { readonly format?: string },
): PublishedFormat | undefined => {
  if (schema === applicantPhoto)
    return {
      contentEncoding: 'base64',
      maxLength: applicantPhotoLength,
      words: 'Base64 without line breaks and without `data:` before it.',
    }
  const sources = (schema._zod.def.checks ?? []).flatMap(({ _zod: { def } }) =>
    'pattern' in def && def.pattern instanceof RegExp ? [def.pattern.source] : [],
  )
  const form = forms.find(([{ source }]) => sources.includes(source))
  if (form) return form[1](json)
  const words = json.format && ownWords[json.format]
  return words ? { words } : undefined
}
