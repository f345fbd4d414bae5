import { photoTypes } from '../../evidence/contract.ts'
import { documentLimitBytes, mostDocuments } from '../../evidence/document.ts'
import { type Html, html } from '../../http/html.ts'
import {
  choiceField,
  emptyForm,
  errorOf,
  errorSummary,
  type FieldTexts,
  type FormState,
  fileField,
  foldedSection,
  parseForm,
  questionField,
  typedTexts,
} from '../../link/form.ts'
import { englishTexts } from '../../texts/english.ts'
import { DocumentsSaid } from '../contract.ts'

const words = englishTexts.documents

/** Why a photo was not accepted. */
export type DocumentFault = keyof typeof words.faults

const maxMb = documentLimitBytes / 1_000_000

interface DocumentsPageData {
  readonly organisationName: string
  readonly employerName: string
  /** Of the page, with its token. */
  readonly path: string
  readonly count: number
  readonly fault?: DocumentFault | undefined
}

const photosForm = ({ path, count, fault }: DocumentsPageData): Html => {
  const error = fault && words.faults[fault](maxMb)
  const question = { label: words.choose, hint: words.limits(maxMb, mostDocuments) }
  return html`<section class="section">
<h2>${words.photos.title}</h2>
<p>${words.photos.text}</p>
${count > 0 ? html`<p><strong>${words.count(count, mostDocuments)}</strong></p>` : ''}
${
  count < mostDocuments
    ? html`<form method="post" action="${path}/photos" enctype="multipart/form-data">
${fileField('photo', question, photoTypes, error)}
<button type="submit">${words.upload}</button>
</form>`
    : errorOf('photo', error, true)
}
</section>`
}

const questions = {
  which: { as: 'text', maxLength: 300, ...words.questions.which },
  contactName: { as: 'text', maxLength: 100, ...words.questions.contactName },
  contactPhone: { as: 'tel', ...words.questions.contactPhone },
  contactEmail: { as: 'email', ...words.questions.contactEmail },
  comment: { as: 'long', maxLength: 500, ...words.questions.comment },
} as const
const colleague = ['contactName', 'contactPhone', 'contactEmail'] as const

const labels = {
  has: words.has,
  ...Object.fromEntries(Object.entries(questions).map(([name, { label }]) => [name, label])),
}

export const documentsForm = (data: DocumentsPageData, entered: FormState = emptyForm): Html => {
  const { organisationName, employerName, path } = data
  const field = (name: keyof typeof questions) => questionField(name, questions[name], entered)
  return html`${errorSummary(labels, entered.wrong)}
<h1>${words.title(employerName)}</h1>
<p>${words.introduction(organisationName, employerName)}</p>
${photosForm(data)}
<section class="section">
<h2>${words.answer}</h2>
<form method="post" action="${path}" novalidate>
${choiceField('has', words.has, words.hasLabels, entered)}
${field('which')}
${foldedSection(words.colleague, colleague, html`${colleague.map(field)}`, entered)}
${field('comment')}
<p class="quiet">${words.kept}</p>
<button type="submit">${words.send}</button>
</form>
</section>`
}

export const parseDocumentsForm = (form: FieldTexts) => {
  const typed = typedTexts(form, Object.keys(labels))
  const lacksWhich = typed.has === 'some' && !typed.which?.trim()
  const missing = { pointer: '/which', code: 'required', detail: words.whichMissing }
  return parseForm({
    schema: DocumentsSaid,
    typed,
    more: lacksWhich ? [missing] : [],
    message: (field, { detail }) => (field === 'has' ? englishTexts.forms.chooseOne : detail),
  })
}
