import { type Html, html } from '../../http/html.ts'
import type { WebPage } from '../../http/web-page.ts'
import { retentionDays } from '../../table/retention.ts'
import type { Verification } from '../../verification/verification.ts'
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

/** What is said of a kind of verification. */
interface Words {
  readonly title: string
  readonly what: string
  readonly why: string
  readonly happens: string
  readonly time: string
  readonly isVisited: boolean
}

const ofPlace = (organisation: string, what: string): Words => ({
  title: `${organisation} has asked us to check your address`,
  what,
  why: `${organisation} was given this address and wants to be sure of it.`,
  happens: `One of our people comes to the address, shows you who they are, looks at the place, speaks with you or somebody who is there, and takes photos of it. ${organisation} is told what we found.`,
  time: 'When does a visit suit you?',
  isVisited: true,
})

const wordsOf = (verification: Verification, organisation: string): Words => {
  if (verification.product === 'employment')
    return {
      title: `${organisation} has asked us to check your employment`,
      what: `Your work at ${verification.employerName}: the job and its dates.`,
      why: `${organisation} wants to be sure of what it was told.`,
      happens: `We ask ${verification.employerName}. ${organisation} is told what they answer.`,
      time: 'When does a call suit you?',
      isVisited: false,
    }
  const { street, city, business } = verification
  const place = `${street}, ${city}`
  return ofPlace(
    organisation,
    business ? `Whether ${business.businessName} is at ${place}.` : `Whether you live at ${place}.`,
  )
}

/** Each field under the name that the form gives it: what it is called, and what is said where it is bad. */
const fields: Readonly<Record<ApplicantField, { readonly label: string; readonly wrong: string }>> = {
  consent: { label: 'Do you agree?', wrong: 'Please choose whether you agree.' },
  time: { label: 'A time that suits you', wrong: 'Please write it in 200 characters at most.' },
  phone: {
    label: 'Another number to call',
    wrong: 'Please write a telephone number, such as 0803 123 4567.',
  },
  place: { label: 'How to find it', wrong: 'Please write it in 200 characters at most.' },
  position: {
    label: 'Its position',
    wrong: 'Please write two numbers, such as 6.6018, 3.3515, or leave it empty.',
  },
  moved: { label: 'I do not live there any more', wrong: 'Please tick it or not.' },
  newAddress: { label: 'Your new address', wrong: 'Please write it in 300 characters at most.' },
}

/** Those in which something is written. */
type TextField = Exclude<ApplicantField, 'consent' | 'moved'>

interface Input {
  readonly label?: string
  readonly hint: string
  readonly more?: Html
}

const none: Html = { html: '' }

const wrongOf = (name: ApplicantField, { bad }: ApplicantMatter): Html =>
  bad.includes(name) ? html`<p class="wrong" id="${name}-wrong">${fields[name].wrong}</p>\n` : none

const describedBy = (name: ApplicantField, { bad }: ApplicantMatter): Html =>
  bad.includes(name)
    ? html`aria-describedby="${name}-hint ${name}-wrong" aria-invalid="true"`
    : html`aria-describedby="${name}-hint"`

const textField = (name: TextField, { label, hint, more = none }: Input, matter: ApplicantMatter): Html =>
  html`<div class="field">
<label for="${name}">${label ?? fields[name].label}</label>
<p class="hint" id="${name}-hint">${hint}</p>
${wrongOf(name, matter)}${more}</div>
`

const input = (name: TextField, attributes: Html, matter: ApplicantMatter): Html =>
  html`<input id="${name}" name="${name}" value="${matter.sent[name] ?? ''}" ${attributes} ${describedBy(name, matter)}>
`

const choice = (name: string, value: string, label: string, { sent }: ApplicantMatter): Html =>
  html`<label class="choice"><input type="${name === 'consent' ? 'radio' : 'checkbox'}" id="${name}-${value}" name="${name}" value="${value}"${{ html: sent[name] === value ? ' checked' : '' }}> <span>${label}</span></label>
`

const consent = (matter: ApplicantMatter, words: Words): Html => html`<fieldset id="consent">
<legend>${fields.consent.label}</legend>
${wrongOf('consent', matter)}${choice('consent', 'given', words.isVisited ? 'Yes, you may come and check' : 'Yes, you may ask them', matter)}${choice('consent', 'refused', 'No, I do not agree', matter)}</fieldset>
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

const place = (matter: ApplicantMatter): Html => html`
${textField('place', { hint: 'A landmark, the way, or a Plus Code such as 6FR5H9XX+2C.', more: input('place', html`maxlength="200"`, matter) }, matter)}
${textField(
  'position',
  {
    hint: 'Two numbers from a map: hold your finger on the place, and it shows them.',
    more: html`${input('position', html`maxlength="50" placeholder="6.6018, 3.3515"`, matter)}<button type="button" class="quiet-button" data-position hidden>Fill in where I am now</button>
<p class="hint" role="status" data-position-status></p>
`,
  },
  matter,
)}`

const move = (matter: ApplicantMatter): Html =>
  html`${wrongOf('moved', matter)}${choice('moved', 'yes', fields.moved.label, matter)}
${textField('newAddress', { hint: 'If you would like us to know it.', more: html`<textarea id="newAddress" name="newAddress" rows="3" maxlength="300" autocomplete="street-address" ${describedBy('newAddress', matter)}>${matter.sent.newAddress ?? ''}</textarea>\n` }, matter)}`

const ofVisit = (matter: ApplicantMatter): Html => html`
${folded('Help us to find the place', ['place', 'position'], place(matter), matter)}
${folded('I have moved', ['moved', 'newAddress'], move(matter), matter)}`

/** Names what is bad above all, each with a way to it: https://www.w3.org/WAI/tutorials/forms/notifications/ */
const summary = ({ bad }: ApplicantMatter): Html =>
  bad.length === 0
    ? none
    : html`<div class="summary" role="alert">
<h2>Please look at this again</h2>
<ul>
${bad.map(name => html`<li><a href="#${name === 'moved' ? 'moved-yes' : name}">${fields[name].label}</a>: ${fields[name].wrong}</li>\n`)}</ul>
</div>
`

const about = (
  { verification, organisation }: ApplicantMatter,
  words: Words,
): Html => html`<h1>${words.title}</h1>
<p>Hello ${verification.applicant.firstname}, thank you for opening this page. It asks for no password and for no money.</p>
<dl>
<dt>Who asks</dt><dd>${organisation}. We check such things for companies and belong to none of them.</dd>
<dt>What is checked</dt><dd>${words.what}</dd>
<dt>Why</dt><dd>${words.why}</dd>
<dt>What happens</dt><dd>${words.happens}</dd>
<dt>What is kept</dt><dd>What you say here is seen by those who do the check, and deleted after ${`${retentionDays.link}`} days at the latest.</dd>
</dl>
`

/** The page on which an applicant hears who asks and why, and says what helps. */
export const applicantPage = (matter: ApplicantMatter): WebPage => {
  const words = wordsOf(matter.verification, matter.organisation)
  return {
    title: matter.bad.length > 0 ? `Please look again: ${words.title}` : words.title,
    ...(words.isVisited && { script: linkRoutes.getPositionScript.path }),
    main: html`${summary(matter)}${about(matter, words)}
<form method="post" autocomplete="on" novalidate>
${consent(matter, words)}
<h2>What helps us</h2>
<p>You can leave out all of this.</p>
${textField('time', { label: words.time, hint: 'For example: weekdays after 4 pm.', more: input('time', html`maxlength="200"`, matter) }, matter)}
${textField('phone', { hint: 'If it is another one than we were given.', more: input('phone', html`type="tel" maxlength="20" autocomplete="tel"`, matter) }, matter)}
${words.isVisited ? ofVisit(matter) : none}
<button>Send</button>
</form>`,
  }
}

/** Says that the answer is there; once more after it, or to whoever opens the link again. */
export const answeredPage = (isAgain: boolean): WebPage => ({
  title: isAgain ? 'You have answered already' : 'Thank you',
  main: isAgain
    ? html`<h1>You have answered already</h1>
<p>What you said first is with us, and this was not added to it. If something has changed, please tell the person who calls or visits you.</p>`
    : html`<h1>Thank you</h1>
<p>Your answer is with us. You can close this page.</p>`,
})
