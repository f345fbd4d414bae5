import { type Html, html } from '../../http/html.ts'
import { choiceField, type Entered, faults, field } from '../link/fields.ts'
import type { Claim } from './contract.ts'
import { questions, sections } from './questions.ts'

/** Whom the page is about and who wants to know: all that it says, for nothing that was claimed may be merely confirmed. */
export interface Asked {
  /** The customer. */
  readonly organisationName: string
  readonly applicantName: string
  readonly employerName: string
  /** ISO 8601. */
  readonly expiresAt: string
}

const dayIn = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' }).format(new Date(instant))

const introduction = ({ organisationName, applicantName, employerName, expiresAt }: Asked): Html =>
  html`<h1>About ${applicantName}</h1>
<p><strong>${organisationName}</strong> asks ${employerName} about the employment of <strong>${applicantName}</strong>, who named ${employerName} as an employer. We collect the answer.</p>
<p>We do not show you what ${applicantName} told us, so that your answer is your own. It goes to ${organisationName} with your name. We keep it for a year.</p>
<p>It takes about three minutes. Answer what you know: only what is marked <span class="needed">needed</span> must be filled in. You can answer once, until ${dayIn(expiresAt)}.</p>`

const section = ({ title, hint, fields }: (typeof sections)[number], entered: Entered): Html =>
  html`<section class="section">
<h2>${title}</h2>
${hint ? html`<p class="hint">${hint}</p>` : ''}
${fields.map(name => field(name, questions[name], entered))}
</section>`

const labelsOfClaims: Readonly<Record<Claim, string>> = {
  worksHere: 'Yes, and still does',
  workedHere: 'Yes, in the past',
  neverWorkedHere: 'No, this person never worked here',
  mayNotAnswer: 'I may not answer',
}

const labelsOfQuestions = Object.fromEntries(
  Object.entries(questions).map(([name, { label }]) => [name, label]),
)

/** The form: it sends itself to the address that it came from. */
export const attestForm = (asked: Asked, entered: Entered = { typed: {}, wrong: {} }): Html => {
  const question = `Does ${asked.applicantName} work for ${asked.employerName}, or did they?`
  return html`${faults({ claim: question, ...labelsOfQuestions }, entered.wrong)}
${introduction(asked)}
<form method="post" novalidate>
${choiceField('claim', question, labelsOfClaims, entered)}
${sections.map(each => section(each, entered))}
<p>By sending this you sign it with your name.</p>
<button type="submit">Send the answer</button>
</form>`
}
