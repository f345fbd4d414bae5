import * as z from 'zod/mini'
import { optional } from '../../http/contract/optional.ts'
import { anyText, text } from '../../http/contract/text.ts'

/** What nobody sees, or what turns the direction of what follows: two names would look like one, or like another. */
const hidden = String.raw`\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}`

const promise = (needed: string) => ({
  description: `At least one ${needed}; no invisible characters and no marks of direction.`,
})
const ofPersonPromise = promise('letter')

/** Text without hidden characters and with at least one of `needed`; an empty one is for the length to refuse. */
const readable = (needed: string, message: string) =>
  z.regex(new RegExp(`^(?:(?=.*${needed})[^${hidden}]*)?$`, 'su'), message)

const ofPerson = readable(
  String.raw`\p{L}`,
  'Expected a name: at least one letter, and no invisible characters or marks of direction.',
)
const ofBusiness = readable(
  String.raw`[\p{L}\p{N}]`,
  'Expected a name: at least one letter or digit, and no invisible characters or marks of direction.',
)

/** The name of a person. */
export const personName = (maxLength: number) =>
  text(maxLength).check(ofPerson).register(z.globalRegistry, ofPersonPromise)
export const optionalPersonName = (maxLength: number) =>
  optional(anyText(maxLength).check(ofPerson).register(z.globalRegistry, ofPersonPromise))

/** The name of a business: some are numbers. */
export const businessName = (maxLength: number) =>
  text(maxLength).check(ofBusiness).register(z.globalRegistry, promise('letter or digit'))
