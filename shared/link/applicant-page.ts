import { type Html, html } from '../http/html.ts'
import type { WebPage } from '../http/web-page.ts'
import { retentionDays } from '../table/retention.ts'
import type { Verification } from '../verification/verification.ts'
import { englishTexts, type Texts } from '../texts/english.ts'
import { checkOf } from './applicant-check.ts'
import type { ApplicantField } from './applicant-contract.ts'
import { linkRoutes } from './routes.ts'

/** What the page is about, and what was sent before, if it was. */
export interface ApplicantMatter {
  readonly verification: Verification
  /** The customer's name. */
  readonly organisation: string
  readonly sent: Readonly<Record<string, string | undefined>>
  readonly bad: readonly ApplicantField[]
}

const words = englishTexts.applicant

/** Those in which something is written. */
type TextField = Exclude<ApplicantField, 'consent' | 'moved'>

interface Input {
  readonly label?: string
  readonly more?: Html
}

const none: Html = { html: '' }

const wrongOf = (name: ApplicantField, { bad }: ApplicantMatter): Html =>
  bad.includes(name) ? html`<p class="wrong" id="${name}-wrong">${words.fields[name].wrong}</p>\n` : none

const describedBy = (name: ApplicantField, { bad }: ApplicantMatter): Html =>
  bad.includes(name)
    ? html`aria-describedby="${name}-hint ${name}-wrong" aria-invalid="true"`
    : html`aria-describedby="${name}-hint"`

const textField = (name: TextField, { label, more = none }: Input, matter: ApplicantMatter): Html =>
  html`<div class="field">
<label for="${name}">${label ?? words.fields[name].label}</label>
<p class="hint" id="${name}-hint">${words.hints[name]}</p>
${wrongOf(name, matter)}${more}</div>
`

const input = (name: TextField, attributes: Html, matter: ApplicantMatter): Html =>
  html`<input id="${name}" name="${name}" value="${matter.sent[name] ?? ''}" ${attributes} ${describedBy(name, matter)}>
`

const choice = (name: string, value: string, label: string, { sent }: ApplicantMatter): Html =>
  html`<label class="choice"><input type="${name === 'consent' ? 'radio' : 'checkbox'}" id="${name}-${value}" name="${name}" value="${value}"${{ html: sent[name] === value ? ' checked' : '' }}> <span>${label}</span></label>
`

const consent = (
  matter: ApplicantMatter,
  { agree }: ReturnType<Texts['applicant']['matter']>,
): Html => html`<fieldset id="consent">
<legend>${words.fields.consent.label}</legend>
${wrongOf('consent', matter)}${choice('consent', 'given', agree, matter)}${choice('consent', 'refused', words.disagree, matter)}</fieldset>
`

/** Fields that few need, folded until something of them was sent. */
const folded = (
  title: string,
  names: readonly ApplicantField[],
  inner: Html,
  matter: ApplicantMatter,
): Html =>
  html`<details${{ html: names.some(name => matter.sent[name]) ? ' open' : '' }}>
<summary>${title}</summary>
${inner}</details>
`

const { button, looking, filled, denied, unknown, late } = words.fillIn

const place = (matter: ApplicantMatter): Html => html`
${textField('place', { more: input('place', html`maxlength="200"`, matter) }, matter)}
${textField(
  'position',
  {
    more: html`${input('position', html`maxlength="50" placeholder="6.6018, 3.3515"`, matter)}<button type="button" class="quiet-button" data-position hidden>${button}</button>
<p class="hint" role="status" data-looking="${looking}" data-filled="${filled}" data-denied="${denied}" data-unknown="${unknown}" data-late="${late}"></p>
`,
  },
  matter,
)}`

const move = (matter: ApplicantMatter): Html =>
  html`${wrongOf('moved', matter)}${choice('moved', 'yes', words.fields.moved.label, matter)}
${textField('newAddress', { more: html`<textarea id="newAddress" name="newAddress" rows="3" maxlength="300" autocomplete="street-address" ${describedBy('newAddress', matter)}>${matter.sent.newAddress ?? ''}</textarea>\n` }, matter)}`

const ofVisit = (matter: ApplicantMatter): Html => html`
${folded(words.findPlace, ['place', 'position'], place(matter), matter)}
${folded(words.iMoved, ['moved', 'newAddress'], move(matter), matter)}`

/** Names what is bad above all, each with a way to it: https://www.w3.org/WAI/tutorials/forms/notifications/ */
const summary = ({ bad }: ApplicantMatter): Html =>
  bad.length === 0
    ? none
    : html`<div class="summary" role="alert">
<h2>${words.lookAgain}</h2>
<ul>
${bad.map(name => html`<li><a href="#${name === 'moved' ? 'moved-yes' : name}">${words.fields[name].label}</a>: ${words.fields[name].wrong}</li>\n`)}</ul>
</div>
`

const about = (
  { verification, organisation }: ApplicantMatter,
  matter: ReturnType<Texts['applicant']['matter']>,
): Html => {
  const said = {
    asks: words.asks(organisation),
    what: matter.what,
    why: matter.why,
    happens: matter.happens,
    kept: words.kept(retentionDays.link),
  }
  return html`<h1>${matter.title}</h1>
<p>${words.hello(verification.applicant.firstname)}</p>
<dl>
${(Object.keys(said) as (keyof typeof said)[]).map(each => html`<dt>${words.heads[each]}</dt><dd>${said[each]}</dd>\n`)}</dl>
`
}

/** Folded, so that nobody takes it back by a slip of the thumb. */
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

/** The page of an applicant who has answered. */
export const answeredPage = (organisation: string, hasConsented: boolean): WebPage => ({
  title: words.thanks.title,
  main: html`<h1>${words.thanks.title}</h1>
<p>${words.thanks.text}</p>
${hasConsented ? withdrawal(organisation) : none}`,
})

/** The page on which an applicant hears who asks and why, and says what helps. */
export const applicantPage = (matter: ApplicantMatter): WebPage => {
  const said = words.matter(checkOf(matter.verification, matter.organisation))
  const isVisited = matter.verification.product !== 'employment'
  return {
    title: matter.bad.length > 0 ? englishTexts.forms.correct(said.title) : said.title,
    ...(isVisited && { script: linkRoutes.getPositionScript.path }),
    main: html`${summary(matter)}${about(matter, said)}
<form method="post" autocomplete="on" novalidate>
${consent(matter, said)}
<h2>${words.helps.title}</h2>
<p>${words.helps.text}</p>
${textField('time', { label: said.time, more: input('time', html`maxlength="200"`, matter) }, matter)}
${textField('phone', { more: input('phone', html`type="tel" maxlength="20" autocomplete="tel"`, matter) }, matter)}
${isVisited ? ofVisit(matter) : none}
<button>${words.send}</button>
</form>
${matter.verification.consent ? withdrawal(matter.organisation) : none}`,
  }
}
