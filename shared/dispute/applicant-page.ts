import * as z from 'zod/mini'
import { grounds } from '../assignment/contract.ts'
import { type Html, html } from '../http/html.ts'
import { pageResponse, type WebPage } from '../http/page.ts'
import { toCheckedMatter } from '../link/applicant-page.ts'
import {
  choiceField,
  emptyForm,
  errorSummary,
  type FieldTexts,
  type FormState,
  parseForm,
  questionField,
  typedTexts,
} from '../link/form.ts'
import { findOrganisationName, noticeResponse, redirectToPage } from '../link/page.ts'
import { resolveDecidedLink } from '../link/resolve.ts'
import { englishTexts } from '../texts/english.ts'
import { isDecidable } from '../verification/contract/outcome.ts'
import type { Verification } from '../verification/verification.ts'
import { mostReason, Reason } from './contract.ts'
import { type ApplicantView, applicantViewOf } from './dispute.ts'
import { disputable, raiseDispute } from './raise.ts'

const { object, ...words } = englishTexts.dispute
const { formatDay } = englishTexts

/** As a customer's objection, and a ground is chosen. */
const ObjectionForm = z.object({ ground: z.enum(grounds), reason: Reason })

const messages: FieldTexts = { ground: object.groundMissing, reason: object.reasonWrong }

export const parseObjection = (form: FieldTexts) =>
  parseForm({
    schema: ObjectionForm,
    typed: typedTexts(form, ['ground', 'reason']),
    message: field => messages[field]!,
  })

interface DecisionPageData {
  readonly verification: Verification
  /** The customer's name. */
  readonly organisation: string
  readonly view: ApplicantView
}

/** Returns undefined for a link that shows no decision. */
const findDecision = async (token: string, nowMs: number): Promise<DecisionPageData | undefined> => {
  const decided = await resolveDecidedLink(token, nowMs)
  if (!decided) return undefined
  const { link, verification } = decided
  const view = applicantViewOf(await disputable(verification, nowMs))
  return view && { verification, organisation: await findOrganisationName(link), view }
}

const objectionForm = ({ organisation, view }: DecisionPageData, entered: FormState): Html =>
  html`<h2>${object.title}</h2>
<p>${object.text(formatDay(view.until), organisation)}</p>
<form method="post" novalidate>
${choiceField('ground', object.ground, object.grounds, entered)}
${questionField('reason', { ...object.reason, as: 'long', maxLength: mostReason }, entered)}
<p class="hint">${object.kept}</p>
<button name="object" value="yes">${object.send}</button>
</form>`

const stateText = ({ state, until }: ApplicantView): string => {
  if (state === 'decided') return ''
  return state === 'open' ? words.open(formatDay(until)) : words[state]
}

const decisionPage = (data: DecisionPageData, entered: FormState): WebPage => {
  const { verification, organisation, view } = data
  const { outcome, product, applicant } = verification
  const check = toCheckedMatter(verification, organisation)
  const title = words.title(check)
  const state = stateText(view)
  return {
    title: Object.keys(entered.wrong).length > 0 ? englishTexts.forms.correct(title) : title,
    main: html`${errorSummary({ ground: object.ground, reason: object.reason.label }, entered.wrong)}
<h1>${title}</h1>
<p>${englishTexts.applicant.greeting(applicant.firstname)}</p>
<p>${isDecidable(outcome, product) ? words.result(check)[outcome] : ''} ${words.told(organisation)}</p>
${state && html`<p>${state}</p>\n`}${view.mayObject ? objectionForm(data, entered) : ''}`,
  }
}

/** Returns undefined for a link that shows no decision. */
export const showDecisionPage = async (token: string, nowMs: number) => {
  const data = await findDecision(token, nowMs)
  return data && { ...pageResponse(200, decisionPage(data, emptyForm)), result: data.view.state }
}

/** Takes an applicant's objection. Idempotent. Returns undefined for a link that shows no decision. */
export const objectByLink = async (token: string, form: FieldTexts, nowMs: number) => {
  const data = await findDecision(token, nowMs)
  if (!data) return undefined
  const parsed = parseObjection(form)
  if (parsed.kind === 'wrong') return pageResponse(400, decisionPage(data, parsed))
  const objection = { by: 'applicant', ...parsed.value, nowMs } as const
  const { kind } = await raiseDispute(data.verification, objection, 'applicant')
  if (kind === 'raised' || kind === 'known') return redirectToPage('applicant', token, kind)
  return { ...noticeResponse(409, kind === 'untold' ? words.tryAgain : words.notTaken), result: kind }
}
