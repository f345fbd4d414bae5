import { digestDevice } from '../../../shared/assignment/respondent-device.ts'
import { setting } from '../../../shared/aws/environment.ts'
import { objectByLink, showDecisionPage } from '../../../shared/dispute/applicant-page.tsx'
import type { Action } from '../../../shared/http/action.ts'
import { readOperator } from '../../../shared/http/operator.ts'
import { describeAppointment } from '../../../shared/link/appointment-sentence.ts'
import { answeredPage, applicantPage, mayAskTime } from '../../../shared/link/applicant-page.tsx'
import {
  type ApplicantStatement,
  parseApplicantForm,
  parseOtherTime,
} from '../../../shared/link/applicant-statement.ts'
import { emptyForm, type FieldTexts, type FormState } from '../../../shared/link/form.ts'
import type { LinkResolution, ResolvedLink } from '../../../shared/link/link.ts'
import {
  answeredBy,
  findOrganisationName,
  markSeen,
  noticeResponse,
  redirectToPage,
  refusalResponse,
  rejectedAnswerResponse,
} from '../../../shared/link/page.tsx'
import { resolveLink } from '../../../shared/link/resolve.ts'
import type { linkRoutes } from '../../../shared/link/routes.ts'
import { answerLink, askAnotherTime, maxTimesAsked, withdrawalWrite } from '../../../shared/link/store.ts'
import { pageResponse, serveLinks } from '../../../shared/link/web-page.tsx'
import { englishTexts } from '../../../shared/texts/english.ts'
import { localeOfHeader } from '../../../shared/texts/format.ts'
import { transitionVerification } from '../../../shared/verification/transition-store.ts'
import { verificationKeyOf } from '../../../shared/verification/verification.ts'

const words = englishTexts.applicant

/** Consent was given on the page or is part of the order. */
const hasConsented = ({ link, verification }: ResolvedLink): boolean =>
  (link.answer as ApplicantStatement | undefined)?.consent === 'given' || verification.consent !== undefined

interface LinkReader {
  readonly nowMs: number
  readonly locale: string
}

const dataFor = async ({ link, verification }: ResolvedLink, reader: LinkReader) => {
  const [organisation, appointment] = await Promise.all([
    findOrganisationName(link),
    describeAppointment(verification, reader),
  ])
  return { organisation, appointment, operator: readOperator() }
}

const formPage = async (resolved: ResolvedLink, reader: LinkReader, entered: FormState) =>
  applicantPage(resolved.verification, await dataFor(resolved, reader), entered)

const thanksPage = async (resolved: ResolvedLink, reader: LinkReader, entered: FormState) =>
  answeredPage({
    ...(await dataFor(resolved, reader)),
    verification: resolved.verification,
    statement: resolved.link.answer as ApplicantStatement | undefined,
    hasConsented: hasConsented(resolved),
    entered,
  })

const getApplicantPage: Action<typeof linkRoutes.getApplicantPage> = async request => {
  const { params, nowMs, isNavigation } = request
  const locale = localeOfHeader(request.header('accept-language'))
  const resolved = await resolveLink('applicant', params.token, nowMs)
  if (resolved.kind === 'answered')
    return {
      ...pageResponse(200, await thanksPage(resolved, { nowMs, locale }, emptyForm)),
      result: resolved.kind,
    }
  if (resolved.kind !== 'open')
    return (await showDecisionPage({ ...params, nowMs, locale })) ?? refusalResponse(resolved.kind)
  await markSeen(resolved.link, isNavigation, nowMs)
  return {
    ...pageResponse(200, await formPage(resolved, { nowMs, locale }, emptyForm)),
    result: resolved.kind,
  }
}

/** Ends the verification, visited or not. Nothing is charged. Returns false if it had ended before. */
const withdrawConsent = ({ link, verification }: ResolvedLink, nowMs: number): Promise<boolean> => {
  const at = new Date(nowMs).toISOString()
  return transitionVerification(verificationKeyOf(verification), 'withdraw', {
    to: 'cancelled',
    at,
    by: 'applicant',
    set: { decidedBy: 'applicant', consentWithdrawnAt: at, adminComment: words.withdrawal.comment },
    also: [withdrawalWrite(link, at)],
  })
}

const withdraw = async (token: string, resolved: LinkResolution, nowMs: number) => {
  if (resolved.kind !== 'open' && resolved.kind !== 'answered') return refusalResponse(resolved.kind)
  const isWithdrawn = hasConsented(resolved) && (await withdrawConsent(resolved, nowMs))
  return redirectToPage('applicant', token, isWithdrawn ? 'withdrawn' : resolved.kind)
}

/** The applicant names another time. Idempotent: the last one counts. */
const askOtherTime = async (
  token: string,
  resolved: LinkResolution,
  reader: LinkReader,
  form: FieldTexts,
) => {
  const reject = () => rejectedAnswerResponse(resolved, { token, form })
  if (resolved.kind !== 'answered') return reject()
  const { link, verification } = resolved
  if (!mayAskTime(verification, link.answer as ApplicantStatement | undefined)) return reject()
  const parsed = parseOtherTime(form)
  if (parsed.kind === 'wrong') return pageResponse(400, await thanksPage(resolved, reader, parsed))
  if ((link.timesAsked ?? 0) >= maxTimesAsked) return noticeResponse(409, words.otherTime.tooOften)
  const isKept = await askAnotherTime(link, parsed.value.time, reader.nowMs)
  // It ended meanwhile: the page says how.
  return redirectToPage('applicant', token, isKept ? 'timeAsked' : resolved.kind)
}

const postApplicantPage: Action<typeof linkRoutes.postApplicantPage> = async ({
  params: { token },
  form,
  seen,
  nowMs,
  header,
}) => {
  const locale = localeOfHeader(header('accept-language'))
  const reject = (state: LinkResolution) => rejectedAnswerResponse(state, { token, form }, words.thanksBefore)
  if (form.object === 'yes')
    return (
      (await objectByLink({ token, nowMs, locale }, form)) ??
      reject(await resolveLink('applicant', token, nowMs))
    )
  const resolved = await resolveLink('applicant', token, nowMs)
  if (form.otherTime === 'yes') return askOtherTime(token, resolved, { nowMs, locale }, form)
  if (form.withdraw === 'yes') return withdraw(token, resolved, nowMs)
  if (resolved.kind !== 'open') return reject(resolved)
  const { link, verification } = resolved
  const parsed = parseApplicantForm(form, { at: new Date(nowMs).toISOString(), verification })
  if (parsed.kind === 'wrong') return pageResponse(400, await formPage(resolved, { nowMs, locale }, parsed))
  const statement = parsed.value
  // The device is stored to tell whether the employer answers from the same one.
  const device = digestDevice(seen, link.verificationId, setting('SOURCE_ADDRESS_KEY'))
  const { consent } = statement
  const isStored = await answerLink(answeredBy(link, form), { ...statement, device }, nowMs, { consent })
  // Another request answered, replaced or ended the link meanwhile: a second look says which.
  if (!isStored) return reject(await resolveLink('applicant', token, nowMs))
  return redirectToPage('applicant', token, resolved.kind)
}

export const handler = serveLinks({ getApplicantPage, postApplicantPage })
