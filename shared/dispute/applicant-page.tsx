import * as z from 'zod/mini'
import { grounds } from '../work/assignment/contract.ts'
import { toCheckedMatter } from '../link/applicant-page.tsx'
import { emptyForm, type FieldTexts, type FormState, parseForm, typedTexts } from '../link/form.ts'
import { EnteredField, ErrorSummary } from '../link/form-parts.tsx'
import { findOrganisationName, noticeResponse, redirectToPage } from '../link/page.tsx'
import { resolveDecidedLink } from '../link/resolve.ts'
import { pageResponse, type WebPage } from '../link/web-page.tsx'
import { englishTexts } from '../texts/english.ts'
import { isDecidable } from '../verification/contract/outcome.ts'
import type { Verification } from '../verification/verification.ts'
import { mostReason, Reason } from './contract.ts'
import { type ApplicantView, applicantViewOf } from './dispute.ts'
import { disputable, raiseDispute } from './raise.ts'

const { object, ...words } = englishTexts.dispute

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
  /** The last day to object, or the day by which somebody has looked again. */
  readonly until: string
}

interface LinkVisit {
  readonly token: string
  readonly nowMs: number
  /** The reader's. */
  readonly locale: string
}

/** Returns undefined for a link that shows no decision. */
const findDecision = async ({ token, nowMs, locale }: LinkVisit): Promise<DecisionPageData | undefined> => {
  const decided = await resolveDecidedLink(token, nowMs)
  if (!decided) return undefined
  const { link, verification } = decided
  const view = applicantViewOf(await disputable(verification, nowMs))
  if (!view) return undefined
  const until = englishTexts.formatDay(view.until, locale)
  return { verification, organisation: await findOrganisationName(link), view, until }
}

interface DecisionProps {
  readonly data: DecisionPageData
  readonly entered: FormState
}

const reason = { name: 'reason', ...object.reason, as: 'long', maxLength: mostReason } as const

const ObjectionFields = ({ data: { verification, organisation, until }, entered }: DecisionProps) => {
  const choices = object.grounds(toCheckedMatter(verification, organisation))
  return (
    <>
      <h2>{object.title}</h2>
      <p>{object.text(until, organisation)}</p>
      <form method="post" novalidate>
        <EnteredField question={{ name: 'ground', label: object.ground, choices }} entered={entered} />
        <EnteredField question={reason} entered={entered} />
        <p class="hint">{object.kept}</p>
        <button type="submit" name="object" value="yes">
          {object.send}
        </button>
      </form>
    </>
  )
}

const stateText = ({ view: { state }, until }: DecisionPageData): string => {
  if (state === 'decided') return ''
  return state === 'open' ? words.open(until) : words[state]
}

const decisionPage = (data: DecisionPageData, entered: FormState): WebPage => {
  const { verification, organisation, view } = data
  const { outcome, product, applicant } = verification
  const check = toCheckedMatter(verification, organisation)
  const title = words.title(check)
  const state = stateText(data)
  return {
    title: Object.keys(entered.wrong).length > 0 ? englishTexts.forms.correct(title) : title,
    main: (
      <>
        <ErrorSummary labels={{ ground: object.ground, reason: reason.label }} wrong={entered.wrong} />
        <h1>{title}</h1>
        <p>{englishTexts.applicant.greeting(applicant.firstname)}</p>
        <p>
          {isDecidable(outcome, product) ? words.result(check)[outcome] : ''} {words.told(organisation)}
        </p>
        {state && <p>{state}</p>}
        {view.mayObject && <ObjectionFields data={data} entered={entered} />}
      </>
    ),
  }
}

/** Returns undefined for a link that shows no decision. */
export const showDecisionPage = async (visit: LinkVisit) => {
  const data = await findDecision(visit)
  return data && { ...pageResponse(200, decisionPage(data, emptyForm)), result: data.view.state }
}

/** Takes an applicant's objection. Idempotent. Returns undefined for a link that shows no decision. */
export const objectByLink = async (visit: LinkVisit, form: FieldTexts) => {
  const { token, nowMs } = visit
  const data = await findDecision(visit)
  if (!data) return undefined
  const parsed = parseObjection(form)
  if (parsed.kind === 'wrong') return pageResponse(400, decisionPage(data, parsed))
  const objection = { by: 'applicant', ...parsed.value, nowMs } as const
  const { kind } = await raiseDispute(data.verification, objection, 'applicant')
  if (kind === 'raised' || kind === 'known') return redirectToPage('applicant', token, kind)
  return { ...noticeResponse(409, kind === 'untold' ? words.tryAgain : words.notTaken), result: kind }
}
