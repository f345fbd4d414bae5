import { type Html, html } from '../http/html.ts'
import type { WebPage } from '../http/page.ts'
import { retentionDays } from '../table/retention.ts'
import { type CheckedMatter, englishTexts } from '../texts/english.ts'
import type { Verification } from '../verification/verification.ts'
import type { ApplicantField } from './applicant-statement.ts'
import { choiceField, errorSummary, type FormState, foldedSection, questionField } from './form.ts'
import { linkRoutes } from './routes.ts'

const words = englishTexts.applicant

/** What of a check its applicant reads. @param organisation the customer's name */
export const toCheckedMatter = (verification: Verification, organisation: string): CheckedMatter => {
  const isEmployment = verification.product === 'employment'
  return {
    organisation,
    employer: isEmployment ? verification.employerName : undefined,
    place: isEmployment ? '' : `${verification.street}, ${verification.city}`,
    business: isEmployment ? undefined : verification.business?.businessName,
  }
}

const kinds = {
  time: { as: 'text', maxLength: 200 },
  phone: { as: 'tel', maxLength: 20, autocomplete: 'tel' },
  place: { as: 'text', maxLength: 200 },
  position: { as: 'text', maxLength: 50, placeholder: '6.6018, 3.3515' },
  moved: { as: 'tick' },
  newAddress: { as: 'long', maxLength: 300, autocomplete: 'street-address' },
} as const

const field = (name: keyof typeof kinds, entered: FormState, label = words.fields[name].label): Html => {
  const hint = name === 'moved' ? {} : { hint: words.hints[name] }
  return questionField(name, { ...kinds[name], ...hint, label }, entered)
}

const { button, looking, filled, denied, unknown, late } = words.fillIn

const place = (entered: FormState): Html => html`
${field('place', entered)}
${field('position', entered)}
<button type="button" class="quiet-button" data-position hidden>${button}</button>
<p class="hint" role="status" data-looking="${looking}" data-filled="${filled}" data-denied="${denied}" data-unknown="${unknown}" data-late="${late}"></p>
`

const visitFields = (entered: FormState): Html => html`
${foldedSection(words.findPlace, ['place', 'position'], place(entered), entered)}
${foldedSection(
  words.iMoved,
  ['moved', 'newAddress'],
  html`${field('moved', entered)}\n${field('newAddress', entered)}\n`,
  entered,
)}`

/** Folded, so that nobody withdraws by accident. */
const withdrawal = (organisation: string): Html => {
  const { open, text, button } = words.withdrawal
  return html`<details>
<summary>${open}</summary>
<form method="post">
<p>${text(organisation)}</p>
<button class="quiet-button" name="withdraw" value="yes">${button}</button>
</form>
</details>
`
}

export const answeredPage = (organisation: string, hasConsented: boolean): WebPage => ({
  title: words.thanks.title,
  main: html`<h1>${words.thanks.title}</h1>
<p>${words.thanks.text}</p>
${hasConsented ? withdrawal(organisation) : ''}`,
})

export const applicantPage = (
  verification: Verification,
  organisation: string,
  entered: FormState,
): WebPage => {
  const { title, what, why, happens, time, agree } = words.matter(toCheckedMatter(verification, organisation))
  const isVisited = verification.product !== 'employment'
  const asks = words.asks(organisation)
  const facts = { asks, what, why, happens, kept: words.kept(retentionDays.link) }
  const labels = Object.entries(words.fields).map(([name, { label }]) => [name, label])
  const consents = { given: agree, refused: words.disagree }
  return {
    title: Object.keys(entered.wrong).length > 0 ? englishTexts.forms.correct(title) : title,
    ...(isVisited && { script: linkRoutes.getPositionScript.path }),
    main: html`${errorSummary(Object.fromEntries(labels), entered.wrong)}
<h1>${title}</h1>
<p>${words.greeting(verification.applicant.firstname)}</p>
<dl>
${Object.entries(facts).map(([name, text]) => html`<dt>${words.headings[name as keyof typeof facts]}</dt><dd>${text}</dd>\n`)}</dl>
<form method="post" autocomplete="on" novalidate>
${choiceField('consent' satisfies ApplicantField, words.fields.consent.label, consents, entered)}
<h2>${words.optionalDetails.title}</h2>
<p>${words.optionalDetails.text}</p>
${field('time', entered, time)}
${field('phone', entered)}
${isVisited ? visitFields(entered) : ''}
<button>${words.send}</button>
</form>
${verification.consent ? withdrawal(organisation) : ''}`,
  }
}
