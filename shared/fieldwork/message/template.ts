import type { Noun } from '../../verification/contract/product.ts'
import type { LinkPurpose } from '../link/purpose.ts'

/** What a text is filled with: `{organisation}` and so on. */
export interface Slots {
  /** Who asks. */
  readonly organisation: string
  readonly applicant: string
  readonly employer: string
  /** What is to be checked, in the words of `matters`. */
  readonly matter: string
  /** The last day of the link. */
  readonly until: string
  readonly link: string
}

/** A letter: its paragraphs, of which the one that is `{link}` alone becomes a link. */
interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
}

/** All that messages say in one language. */
export interface Texts {
  /** As BCP 47 has it. */
  readonly language: string
  /** Who writes, beside the stage's address. */
  readonly sender: string
  readonly matters: Readonly<Record<Noun, string>>
  /** Stands for an organisation or a person whose name a text message has no letters for. */
  readonly nameless: string
  readonly messages: Readonly<Record<LinkPurpose, { readonly mail: Letter; readonly sms: string }>>
}

/** The text with its slots filled; one value is never looked through for slots of others. */
export const fill = (text: string, slots: Slots): string =>
  text.replace(/\{(\w+)\}/g, (_, name: keyof Slots) => slots[name])
