import type { VerificationType } from '../verification/contract/product.ts'
import type { EmploymentConfirmation } from '../assignment/contract/attestation.ts'
import type { FieldName, SectionName } from '../employer/attestation/questions.ts'
import type { DocumentsSaid } from '../employer/documents/contract.ts'
import type { Refusal } from '../evidence/contract.ts'
import type { ApplicantField } from '../link/applicant-contract.ts'
import type { LinkRefusal } from '../link/link.ts'
import type { LinkPurpose } from '../link/purpose.ts'

/** Why a photo was not taken. */
export type DocumentFault = 'none' | 'full' | Refusal

/** What an applicant is asked besides whether there is a document. */
export type DocumentQuestion = Exclude<keyof DocumentsSaid, 'has'>

/** What a text is filled with: `{organisation}` and so on. */
export interface TextParameters {
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

/** A question of a form in words. */
export interface QuestionText {
  readonly label: string
  readonly hint?: string
}

/** A page that says one thing. */
export interface NoticeText {
  readonly title: string
  readonly text: string
}

/** What an applicant's page says of a kind of check. */
export interface CheckText {
  readonly title: string
  readonly what: string
  readonly why: string
  readonly happens: string
  readonly time: string
  readonly agree: string
}

/** The names in a matter of an applicant's page; a place is a street with its town. */
export interface CheckOf {
  readonly organisation: string
  readonly place: string
  readonly business: string | undefined
  readonly employer: string | undefined
}

/** Where an applicant says what helps. */
interface ApplicantPage {
  readonly matter: (check: CheckOf) => CheckText
  readonly hello: (firstname: string) => string
  /** What the page tells, under its heads; `asks`: who. */
  readonly heads: Readonly<Record<'asks' | 'what' | 'why' | 'happens' | 'kept', string>>
  readonly asks: (organisation: string) => string
  readonly kept: (days: number) => string
  /** Each field: what it is called, and what is said where it is bad. */
  readonly fields: Readonly<Record<ApplicantField, { readonly label: string; readonly wrong: string }>>
  readonly hints: Readonly<Record<Exclude<ApplicantField, 'consent' | 'moved'>, string>>
  readonly disagree: string
  readonly helps: NoticeText
  readonly findPlace: string
  readonly iMoved: string
  /** The button that fills in where the device is, and what is said of it; `{metres}` is how exactly. */
  readonly fillIn: Readonly<Record<'button' | 'looking' | 'filled' | 'denied' | 'unknown' | 'late', string>>
  readonly send: string
  readonly lookAgain: string
  /** Where consent is taken back; `comment` is what the customer is told. */
  readonly withdrawal: {
    readonly open: string
    readonly text: (organisation: string) => string
    readonly button: string
    readonly comment: string
  }
  readonly thanks: NoticeText
  readonly thanksBefore: NoticeText
}

/** Where an employer answers. */
interface AttestPage {
  readonly title: (applicant: string) => string
  readonly introduction: (names: {
    readonly organisation: string
    readonly applicant: string
    readonly employer: string
    readonly until: string
  }) => readonly string[]
  readonly question: (applicant: string, employer: string) => string
  readonly claims: Readonly<Record<EmploymentConfirmation, string>>
  readonly sections: Readonly<Record<SectionName, string>>
  /** Opens what nobody needs to fill in. */
  readonly more: string
  readonly questions: Readonly<Record<FieldName, QuestionText>>
  readonly signs: string
  readonly consentMissing: string
  readonly send: string
}

/** Where an applicant helps whose employer is not reached. */
interface DocumentsPage {
  readonly title: (employer: string) => string
  readonly introduction: (organisation: string, employer: string) => string
  readonly photos: NoticeText
  readonly count: (count: number, most: number) => string
  readonly choose: string
  readonly limits: (mostMb: number, most: number) => string
  readonly faults: Readonly<Record<DocumentFault, (mostMb: number) => string>>
  readonly upload: string
  readonly answer: string
  readonly has: string
  readonly hasLabels: Readonly<Record<DocumentsSaid['has'], string>>
  readonly questions: Readonly<Record<DocumentQuestion, QuestionText>>
  /** Opens what is asked of somebody who can answer. */
  readonly colleague: string
  readonly whichMissing: string
  readonly kept: string
  readonly send: string
}

/** What forms say. */
interface FormWords {
  readonly needed: string
  readonly notSaid: string
  readonly yes: string
  readonly no: string
  readonly fillThisIn: string
  readonly chooseOne: string
  readonly faults: (count: number) => string
  /** Before the title of a page that was sent with faults. */
  readonly correct: (title: string) => string
  readonly thanks: NoticeText
  readonly thanksBefore: NoticeText
}

/** All that people outside are told in one language, on the pages behind links and in the messages that bring them. */
export interface Texts {
  readonly applicant: ApplicantPage
  readonly attest: AttestPage
  readonly documents: DocumentsPage
  readonly forms: FormWords
  /** Of a link that shows nothing of its matter. */
  readonly refusals: Readonly<Record<LinkRefusal, NoticeText>>
  /** As BCP 47 has it. */
  readonly language: string
  /** Who writes, beside the stage's address. */
  readonly sender: string
  readonly matters: Readonly<Record<VerificationType, string>>
  /** Stands for an organisation or a person whose name a text message has no letters for. */
  readonly nameless: string
  readonly messages: Readonly<Record<LinkPurpose, { readonly mail: Letter; readonly sms: string }>>
}

/** The text with its slots filled; one value is never looked through for slots of others. */
export const fillTemplate = (text: string, slots: TextParameters): string =>
  text.replace(/\{(\w+)\}/g, (_, name: keyof TextParameters) => slots[name])
