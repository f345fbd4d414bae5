import {
  Attestation,
  companySizes,
  compensationRates,
  employmentTypes,
  terminations,
} from '../../assignment/attestation-contract.ts'
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
  type QuestionKind,
  questionField,
  typedTexts,
} from '../../link/form.ts'
import { englishTexts } from '../../texts/english.ts'
import { attestationErrors } from './rule.ts'

type FieldIn<Part extends 'details' | 'employer' | 'attestator'> =
  `${Part}.${Extract<keyof Attestation[Part], string>}`
type FieldName = FieldIn<'details'> | FieldIn<'employer'> | FieldIn<'attestator'>

const job = {
  'details.employeeTitle': { as: 'text', maxLength: 100, isNeeded: true },
  'details.employeeStartDate': { as: 'date', isNeeded: true },
  'details.employeeEndDate': { as: 'date' },
} as const
const moreOfJob = {
  'details.employeeDepartment': { as: 'text', maxLength: 100 },
  'details.employmentType': { as: employmentTypes },
  'details.averageHours': { as: 'number' },
} as const
const pay = {
  'details.salaryRange': { as: 'text', maxLength: 60 },
  'details.compensationRate': { as: compensationRates },
  'details.jobBenefits': { as: 'text', maxLength: 300 },
} as const
const leaving = {
  'details.jobTermination': { as: terminations },
  'details.jobLeaveReason': { as: 'text', maxLength: 300 },
  'details.rehire': { as: 'yes-no' },
  'details.offence': { as: 'text', maxLength: 300 },
} as const
const supervisor = {
  'details.supervisorName': { as: 'text', maxLength: 100 },
  'details.supervisorTitle': { as: 'text', maxLength: 100 },
  'details.supervisorPhone': { as: 'tel' },
  'details.supervisorEmail': { as: 'email' },
} as const
const organisation = {
  'employer.companyAddress': { as: 'text', maxLength: 300 },
  'employer.companyCac': { as: 'text', maxLength: 30 },
  'employer.companySize': { as: companySizes },
  'employer.industry': { as: 'text', maxLength: 100 },
  'employer.comment': { as: 'long', maxLength: 1000 },
} as const
const you = {
  'attestator.name': { as: 'text', maxLength: 100, autocomplete: 'name', isNeeded: true },
  'attestator.title': { as: 'text', maxLength: 100, autocomplete: 'organization-title', isNeeded: true },
  'attestator.email': { as: 'email', autocomplete: 'email' },
  'attestator.phone': { as: 'tel', autocomplete: 'tel' },
  'details.employerConsented': { as: 'tick', isNeeded: true },
} as const

/** Optional sections about the job: only a respondent who knows the person is asked. */
const ofJob = { moreOfJob, pay, leaving, supervisor }
const optional = { ...ofJob, organisation }

/** Every field of the form: one that is missing does not compile. */
export const questions: Readonly<Record<FieldName, QuestionKind>> = {
  ...job,
  ...moreOfJob,
  ...pay,
  ...leaving,
  ...supervisor,
  ...organisation,
  ...you,
}

const words = englishTexts.attest

/** What was claimed is not shown, so that nobody merely confirms it. */
type AttestationPageData = Parameters<typeof words.introduction>[0]

const renderSection = (
  name: keyof typeof words.sections,
  fields: Partial<Readonly<Record<FieldName, QuestionKind>>>,
  entered: FormState,
): Html =>
  html`<section class="section of-${name === 'job' || name in ofJob ? 'job' : name}">
<h2>${words.sections[name]}</h2>
${(Object.keys(fields) as FieldName[]).map(each => questionField(each, { ...words.questions[each], ...questions[each] }, entered))}
</section>`

const labels = Object.fromEntries(
  (Object.keys(questions) as FieldName[]).map(name => [name, words.questions[name].label]),
)

/** The form sends itself to the address of its page. */
export const attestForm = (data: AttestationPageData, entered: FormState = emptyForm): Html => {
  const question = words.question(data.applicant, data.employer)
  const more = Object.entries(optional) as [keyof typeof optional, object][]
  return html`${errorSummary({ claim: question, ...labels }, entered.wrong)}
<h1>${words.title(data.applicant)}</h1>
${words.introduction(data).map(paragraph => html`<p>${paragraph}</p>\n`)}
<form method="post" novalidate>
${choiceField('claim', question, words.claims, entered)}
${renderSection('job', job, entered)}
${foldedSection(
  words.more,
  more.flatMap(([, fields]) => Object.keys(fields)),
  html`${more.map(([name, fields]) => renderSection(name, fields, entered))}`,
  entered,
)}
${renderSection('you', you, entered)}
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
