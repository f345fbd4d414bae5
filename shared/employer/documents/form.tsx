import { photoTypes } from '../../evidence/contract.ts'
import { documentLimitBytes, mostDocuments } from '../../evidence/document.ts'
import { FieldFault } from '../../link/field.tsx'
import { emptyForm, type FieldTexts, type FormState, parseForm, typedTexts } from '../../link/form.ts'
import { EnteredField, ErrorSummary, FileField, FoldedSection } from '../../link/form-parts.tsx'
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

const Photos = ({ path, count, fault }: DocumentsPageData) => {
  const error = fault && words.faults[fault](maxMb)
  const question = { name: 'photo', label: words.choose, hint: words.limits(maxMb, mostDocuments) }
  return (
    <section class="section">
      <h2>{words.photos.title}</h2>
      <p>{words.photos.text}</p>
      {count > 0 && (
        <p>
          <strong>{words.count(count, mostDocuments)}</strong>
        </p>
      )}
      {count < mostDocuments ? (
        <form method="post" action={`${path}/photos`} encType="multipart/form-data">
          <FileField question={question} accept={photoTypes} error={error} />
          <button type="submit">{words.upload}</button>
        </form>
      ) : (
        <FieldFault name="photo" text={error} isAlert />
      )}
    </section>
  )
}

const questions = {
  which: { maxLength: 300, ...words.questions.which },
  contactName: { maxLength: 100, ...words.questions.contactName },
  contactPhone: { as: 'tel', ...words.questions.contactPhone },
  contactEmail: { as: 'email', ...words.questions.contactEmail },
  comment: { as: 'long', maxLength: 500, ...words.questions.comment },
} as const
const colleague = ['contactName', 'contactPhone', 'contactEmail'] as const

const labels = {
  has: words.has,
  ...Object.fromEntries(Object.entries(questions).map(([name, { label }]) => [name, label])),
}

export const documentsForm = (data: DocumentsPageData, entered: FormState = emptyForm) => {
  const { organisationName, employerName, path } = data
  const field = (name: keyof typeof questions) => (
    <EnteredField key={name} question={{ name, ...questions[name] }} entered={entered} />
  )
  return (
    <>
      <ErrorSummary labels={labels} wrong={entered.wrong} />
      <h1>{words.title(employerName)}</h1>
      <p>{words.introduction(organisationName, employerName)}</p>
      <Photos {...data} />
      <section class="section">
        <h2>{words.answer}</h2>
        <form method="post" action={path} novalidate>
          <EnteredField
            question={{ name: 'has', label: words.has, choices: words.hasLabels }}
            entered={entered}
          />
          {field('which')}
          <FoldedSection title={words.colleague} names={colleague} entered={entered}>
            {colleague.map(field)}
          </FoldedSection>
          {field('comment')}
          <p class="quiet">{words.kept}</p>
          <button type="submit">{words.send}</button>
        </form>
      </section>
    </>
  )
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
