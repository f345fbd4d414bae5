import * as z from 'zod/mini'
import { fieldErrors } from '../../http/field-errors.ts'
import { type Html, html } from '../../http/html.ts'
import {
  type FieldTexts,
  choiceField,
  type FormState,
  errorSummary,
  questionField,
  foldedSection,
} from '../../link/fields.ts'
import type { QuestionKind } from '../../link/question.ts'
import { englishTexts } from '../../texts/english.ts'
import { type DocumentPhotos, documentPhotosForm } from './form.ts'
import { DocumentsSaid } from './contract.ts'

const words = englishTexts.documents

type DocumentQuestion = Exclude<keyof DocumentsSaid, 'has'>

const questions: Readonly<Record<DocumentQuestion, QuestionKind>> = {
  which: { as: 'text', maxLength: 300 },
  contactName: { as: 'text', maxLength: 100 },
  contactPhone: { as: 'tel' },
  contactEmail: { as: 'email' },
  comment: { as: 'long', maxLength: 500 },
}

const labels = {
  has: words.has,
  ...Object.fromEntries(Object.entries(words.questions).map(([name, { label }]) => [name, label])),
}

/** Who could not be reached, and for whom. */
export interface DocumentsPageData {
  readonly organisationName: string
  readonly employerName: string
  /** Of the page, with its token. */
  readonly path: string
  readonly photos: DocumentPhotos
}

const asked = (name: DocumentQuestion, entered: FormState): Html =>
  questionField(name, { ...words.questions[name], ...questions[name] }, entered)

const colleague = ['contactName', 'contactPhone', 'contactEmail'] as const

/** The form for an applicant whose employer could not be reached. */
export const documentsForm = (
  { organisationName, employerName, path, photos }: DocumentsPageData,
  entered: FormState = { typed: {}, wrong: {} },
): Html => html`${errorSummary(labels, entered.wrong)}
<h1>${words.title(employerName)}</h1>
<p>${words.introduction(organisationName, employerName)}</p>
${documentPhotosForm(path, photos)}
<section class="section">
<h2>${words.answer}</h2>
<form method="post" action="${path}" novalidate>
${choiceField('has', words.has, words.hasLabels, entered)}
${asked('which', entered)}
${foldedSection(words.colleague, colleague, html`${colleague.map(name => asked(name, entered))}`, entered)}
${asked('comment', entered)}
<p class="quiet">${words.kept}</p>
<button type="submit">${words.send}</button>
</form>
</section>`

export type DocumentsFormResult =
  | { readonly kind: 'filled'; readonly said: DocumentsSaid }
  | ({ readonly kind: 'wrong' } & FormState)

/** Lines become one, and nothing that is too long is shown again. */
const typedIn = (form: FieldTexts): FieldTexts =>
  Object.fromEntries(
    Object.keys(labels).flatMap(name => {
      const value = form[name]
      return value ? [[name, value.slice(0, 1000).replace(/[\r\n\t]+/g, ' ')]] : []
    }),
  )

const said = (field: string, detail: string): string =>
  field === 'has' ? englishTexts.forms.chooseOne : detail

/** Reads what the form sent, or every fault beside what was typed. */
export const readDocumentsForm = (form: FieldTexts): DocumentsFormResult => {
  const typed = typedIn(form)
  const parsed = z.safeParse(DocumentsSaid, typed)
  const wrong = Object.fromEntries(
    (parsed.success ? [] : fieldErrors(parsed.error.issues, typed, '')).map(({ pointer, detail }) => [
      pointer.slice(1),
      said(pointer.slice(1), detail),
    ]),
  )
  const lacksWhich = typed.has === 'some' && !typed.which?.trim() && !wrong.which
  const all = lacksWhich ? { ...wrong, which: words.whichMissing } : wrong
  return parsed.success && !lacksWhich
    ? { kind: 'filled', said: parsed.data }
    : { kind: 'wrong', typed, wrong: all }
}
