import { Attestation } from '../../assignment/attestation-contract.ts'
import type { FieldError } from '../../http/contract/problem.ts'
import { type Html, html } from '../../http/html.ts'
import {
  choiceField,
  emptyForm,
  errorSummary,
  type FieldTexts,
  type FormState,
  foldedSection,
  parseForm,
  questionField,
  typedTexts,
} from '../../link/form.ts'
import type { QuestionKind } from '../../link/question-kind.ts'
import { englishTexts } from '../../texts/english.ts'
import {
  type AttestationField,
  jobQuestions,
  jobSections,
  optionalQuestions,
  attestationQuestions as questions,
  signerQuestions,
} from './questions.ts'
import { attestationErrors } from './rule.ts'

const words = englishTexts.attest

/** What was claimed is not shown, so that nobody merely confirms it. */
type AttestationPageData = Parameters<typeof words.introduction>[0]

const renderSection = (
  name: keyof typeof words.sections,
  fields: Partial<Readonly<Record<AttestationField, QuestionKind>>>,
  entered: FormState,
): Html =>
  html`<section class="section of-${name === 'job' || name in jobSections ? 'job' : name}">
<h2>${words.sections[name]}</h2>
${(Object.keys(fields) as AttestationField[]).map(each => questionField(each, { ...words.questions[each], ...questions[each] }, entered))}
</section>`

const labels = Object.fromEntries(
  (Object.keys(questions) as AttestationField[]).map(name => [name, words.questions[name].label]),
)

/** The form sends itself to the address of its page. */
export const attestForm = (data: AttestationPageData, entered: FormState = emptyForm): Html => {
  const question = words.question(data.applicant, data.employer)
  const more = Object.entries(optionalQuestions) as [keyof typeof optionalQuestions, object][]
  return html`${errorSummary({ claim: question, ...labels }, entered.wrong)}
<h1>${words.title(data.applicant)}</h1>
${words.introduction(data).map(paragraph => html`<p>${paragraph}</p>\n`)}
<form method="post" novalidate>
${choiceField('claim', question, words.claims, entered)}
${renderSection('job', jobQuestions, entered)}
${foldedSection(
  words.more,
  more.flatMap(([, fields]) => Object.keys(fields)),
  html`${more.map(([name, fields]) => renderSection(name, fields, entered))}`,
  entered,
)}
${renderSection('you', signerQuestions, entered)}
<p class="of-you">${words.signs}</p>
<button type="submit">${words.send}</button>
</form>`
}

/** The body that an agent would send. */
const toBody = ({ claim, ...fields }: FieldTexts): object => {
  const part = (name: string) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([field]) => field.startsWith(`${name}.`))
        .map(([field, value]) => [field.slice(name.length + 1), value]),
    )
  return { claim, details: part('details'), employer: part('employer'), attestator: part('attestator') }
}

const messageFor = (field: string, { code, detail }: FieldError): string => {
  if (field === 'claim') return englishTexts.forms.chooseOne
  if (field === 'details.employerConsented') return words.consentMissing
  return code === 'required' && field !== 'attestator.email' ? englishTexts.forms.fillThisIn : detail
}

/** @param today YYYY-MM-DD */
export const parseAttestationForm = (form: FieldTexts, today: string) => {
  const typed = typedTexts(form, ['claim', ...Object.keys(questions)])
  const raw = toBody(typed)
  const more = attestationErrors(raw, today)
  return parseForm({ schema: Attestation, typed, raw, more, message: messageFor })
}
