import { type Html, html } from '../http/html.ts'
import type { WebPage } from '../http/web-page.ts'
import { isDecidable } from '../verification/product/definitions.ts'
import type { Verification } from '../verification/verification.ts'
import { checkOf } from '../link/applicant-check.ts'
import { choiceField, errorSummary, questionField } from '../link/fields.ts'
import { englishTexts } from '../texts/english.ts'
import { mostReason } from './contract.ts'
import type { ApplicantView } from './rule.ts'

/** What the page shows, and what was sent before, if it was. */
export interface DecisionPageData {
  readonly verification: Verification
  /** The customer's name. */
  readonly organisation: string
  readonly view: ApplicantView
  readonly sent: Readonly<Record<string, string | undefined>>
  readonly bad: readonly ('ground' | 'reason')[]
}

const dayIn = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' }).format(new Date(instant))

const stateOf = ({ state, until }: ApplicantView): Html | '' => {
  if (state === 'decided') return ''
  return html`<p>${state === 'open' ? englishTexts.dispute.open(dayIn(until)) : englishTexts.dispute[state]}</p>\n`
}

const { object } = englishTexts.dispute
const wrongWords = { ground: object.groundMissing, reason: object.reasonWrong }

type Wrong = Readonly<Record<string, string>>

const formOf = ({ organisation, view, sent }: DecisionPageData, wrong: Wrong): Html => {
  const entered = { typed: sent, wrong }
  return html`<h2>${object.title}</h2>
<p>${object.text(dayIn(view.until), organisation)}</p>
<form method="post" novalidate>
${choiceField('ground', object.ground, object.grounds, entered)}
${questionField('reason', { ...object.reason, as: 'long', maxLength: mostReason }, entered)}
<p class="hint">${object.kept}</p>
<button name="object" value="yes">${object.send}</button>
</form>`
}

/** The page of an applicant whose check was decided: how, and where they object to that. */
export const renderDecisionPage = (matter: DecisionPageData): WebPage => {
  const { verification, organisation, view, bad } = matter
  const { outcome, product, applicant } = verification
  const check = checkOf(verification, organisation)
  const title = englishTexts.dispute.title(check)
  const wrong = Object.fromEntries(bad.map(name => [name, wrongWords[name]]))
  return {
    title: bad.length > 0 ? englishTexts.forms.correct(title) : title,
    main: html`${errorSummary({ ground: object.ground, reason: object.reason.label }, wrong)}
<h1>${title}</h1>
<p>${englishTexts.applicant.hello(applicant.firstname)}</p>
<p>${isDecidable(outcome, product) ? englishTexts.dispute.result(check)[outcome] : ''} ${englishTexts.dispute.told(organisation)}</p>
${stateOf(view)}${view.mayObject ? formOf(matter, wrong) : ''}`,
  }
}
