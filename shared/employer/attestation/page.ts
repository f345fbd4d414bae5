import { type Html, html } from '../../http/html.ts'
import { choiceField, type FormState, errorSummary, questionField, foldedSection } from '../../link/fields.ts'
import { englishTexts } from '../../texts/english.ts'
import { questions, type Section, type SectionName, sections } from './questions.ts'

const words = englishTexts.attest

/** Whom the page is about and who wants to know: all that it says, for nothing that was claimed may be merely confirmed. */
export interface AttestationPageData {
  /** The customer. */
  readonly organisationName: string
  readonly applicantName: string
  readonly employerName: string
  /** ISO 8601. */
  readonly expiresAt: string
}

const dayIn = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' }).format(new Date(instant))

const introduction = (asked: AttestationPageData): Html =>
  html`<h1>${words.title(asked.applicantName)}</h1>
${words
  .introduction({
    organisation: asked.organisationName,
    applicant: asked.applicantName,
    employer: asked.employerName,
    until: dayIn(asked.expiresAt),
  })
  .map(paragraph => html`<p>${paragraph}</p>\n`)}`

const all = Object.entries(sections) as readonly (readonly [SectionName, Section])[]

const section = ([name, { fields, isOfJob }]: (typeof all)[number], entered: FormState): Html =>
  html`<section class="section of-${isOfJob ? 'job' : name}">
<h2>${words.sections[name]}</h2>
${fields.map(each => questionField(each, { ...words.questions[each], ...questions[each] }, entered))}
</section>`

const more = all.filter(([, { isMore }]) => isMore)

/** What nobody needs to fill in: it stands before the signature, and is folded. */
const furtherSections = (entered: FormState): Html =>
  foldedSection(
    words.more,
    more.flatMap(([, { fields }]) => fields),
    html`${more.map(each => section(each, entered))}`,
    entered,
  )

const labelsOfQuestions = Object.fromEntries(
  all.flatMap(([, { fields }]) => fields.map(name => [name, words.questions[name].label])),
)

/** The form: it sends itself to the address that it came from. */
export const attestForm = (
  asked: AttestationPageData,
  entered: FormState = { typed: {}, wrong: {} },
): Html => {
  const question = words.question(asked.applicantName, asked.employerName)
  return html`${errorSummary({ claim: question, ...labelsOfQuestions }, entered.wrong)}
${introduction(asked)}
<form method="post" novalidate>
${choiceField('claim', question, words.claims, entered)}
${section(['job', sections.job], entered)}
${furtherSections(entered)}
${section(['you', sections.you], entered)}
<p class="of-you">${words.signs}</p>
<button type="submit">${words.send}</button>
</form>`
}
