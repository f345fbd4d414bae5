import * as z from 'zod/mini'
import { fieldErrors } from '../../http/field-errors.ts'
import { type Html, html } from '../../http/html.ts'
import { type ByField, choiceField, type Entered, faults, field, type Question } from '../link/fields.ts'
import { type DocumentPhotos, documentPhotosForm } from './document-form.ts'
import { DocumentsSaid } from './documents-contract.ts'

const hasQuestion = 'Do you have a document that shows your work there?'
const hasLabels = { some: 'Yes', none: 'No' }

const questions: Readonly<Record<Exclude<keyof DocumentsSaid, 'has'>, Question>> = {
  which: {
    label: 'Which documents?',
    hint: 'For example a contract, a letter or a payslip. Send photos of them above, or we will call you about them.',
    as: 'text',
    maxLength: 300,
  },
  contactName: { label: 'Somebody there who can answer', as: 'text', maxLength: 100 },
  contactPhone: { label: 'Their telephone', as: 'tel' },
  contactEmail: { label: 'Their email at work', as: 'email' },
  comment: { label: 'Anything to add', as: 'long', maxLength: 500 },
}

const labels = {
  has: hasQuestion,
  ...Object.fromEntries(Object.entries(questions).map(([name, { label }]) => [name, label])),
}

/** Who could not be reached, and for whom. */
export interface DocumentsAsked {
  readonly organisationName: string
  readonly employerName: string
  /** Of the page, with its token. */
  readonly path: string
  readonly photos: DocumentPhotos
}

/** The form for an applicant whose employer could not be reached. */
export const documentsForm = (
  { organisationName, employerName, path, photos }: DocumentsAsked,
  entered: Entered = { typed: {}, wrong: {} },
): Html => html`${faults(labels, entered.wrong)}
<h1>We could not reach ${employerName}</h1>
<p>${organisationName} has asked us to check your work at ${employerName}. We tried several times and could not reach anybody there. Please help us if you can.</p>
${documentPhotosForm(path, photos)}
<section class="section">
<h2>Your answer</h2>
<form method="post" action="${path}" novalidate>
${choiceField('has', hasQuestion, hasLabels, entered)}
${Object.entries(questions).map(([name, question]) => field(name, question, entered))}
<p class="quiet">The people who work on this check read what you write. We keep it for a year.</p>
<button type="submit">Send</button>
</form>
</section>`

export type DocumentsFilled =
  | { readonly kind: 'filled'; readonly said: DocumentsSaid }
  | ({ readonly kind: 'wrong' } & Entered)

/** Lines become one, and nothing that is too long is shown again. */
const typedIn = (form: ByField): ByField =>
  Object.fromEntries(
    Object.keys(labels).flatMap(name => {
      const value = form[name]
      return value ? [[name, value.slice(0, 1000).replace(/[\r\n\t]+/g, ' ')]] : []
    }),
  )

const said = (field: string, detail: string): string =>
  field === 'has' ? 'Please choose one of these.' : detail

/** Reads what the form sent, or every fault beside what was typed. */
export const readDocumentsForm = (form: ByField): DocumentsFilled => {
  const typed = typedIn(form)
  const parsed = z.safeParse(DocumentsSaid, typed)
  const wrong = Object.fromEntries(
    (parsed.success ? [] : fieldErrors(parsed.error.issues, typed, '')).map(({ pointer, detail }) => [
      pointer.slice(1),
      said(pointer.slice(1), detail),
    ]),
  )
  const lacksWhich = typed.has === 'some' && !typed.which?.trim() && !wrong.which
  const all = lacksWhich ? { ...wrong, which: 'Please say which.' } : wrong
  return parsed.success && !lacksWhich
    ? { kind: 'filled', said: parsed.data }
    : { kind: 'wrong', typed, wrong: all }
}
