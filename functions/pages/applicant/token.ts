import { digestDevice } from '../../../shared/work/assignment/respondent-device.ts'
import { setting } from '../../../shared/aws/environment.ts'
import { objectByLink, showDecisionPage } from '../../../shared/dispute/applicant-page.tsx'
import type { Action } from '../../../shared/http/action.ts'
import { readOperator } from '../../../shared/http/operator.ts'
import { describeAppointment } from '../../../shared/link/appointment-sentence.ts'
import {
  answeredPage,
  applicantPage,
  endedPage,
  mayAskTime,
  refusingPage,
} from '../../../shared/link/applicant-page.tsx'
import {
  type ApplicantStatement,
  parseApplicantForm,
  parseOtherTime,
} from '../../../shared/link/applicant-statement.ts'
import { endByApplicant } from '../../../shared/link/end-by-applicant.ts'
import { emptyForm, type FieldTexts, type FormState } from '../../../shared/link/form.ts'
import type { EndedLink, LinkResolution, ResolvedLink } from '../../../shared/link/link.ts'
import {
  answeredBy,
  findOrganisationName,
  markSeen,
  noticeResponse,
  pagePath,
  redirectToPage,
  refusalResponse,
  rejectedAnswerResponse,
} from '../../../shared/link/page.tsx'
import { resolveLink } from '../../../shared/link/resolve.ts'
import type { linkRoutes } from '../../../shared/link/routes.ts'
import { answerLink, askAnotherTime, maxTimesAsked } from '../../../shared/link/store.ts'
import { pageResponse, serveLinks } from '../../../shared/link/web-page.tsx'
import { englishTexts } from '../../../shared/texts/english.ts'
import { localeOfHeader } from '../../../shared/texts/format.ts'

const words = englishTexts.applicant

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
    statement: resolved.link.answer as ApplicantStatement,
    entered,
  })

const endedResponse = <Status extends number>(status: Status, { kind, link }: EndedLink) => ({
  ...pageResponse(status, endedPage({ id: link.verificationId, operator: readOperator() })),
  result: kind,
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
  if (resolved.kind === 'withdrawn') return endedResponse(200, resolved)
  if (resolved.kind !== 'open')
    return (await showDecisionPage({ ...params, nowMs, locale })) ?? refusalResponse(resolved.kind)
  await markSeen(resolved.link, isNavigation, nowMs)
  return {
    ...pageResponse(200, await formPage(resolved, { nowMs, locale }, emptyForm)),
    result: resolved.kind,
  }
}

/** The first "no" asks once more, and the second ends it. Repeated, it shows what it did. */
const refuse = async (token: string, resolved: LinkResolution, form: FieldTexts, nowMs: number) => {
  const { kind } = resolved
  if (kind === 'withdrawn') return redirectToPage('applicant', token, kind)
  if (kind !== 'open' && kind !== 'answered') return refusalResponse(kind)
  const { link, verification } = resolved
  if (form.withdraw !== 'yes') {
    const organisation = await findOrganisationName(link)
    return {
      ...pageResponse(200, refusingPage({ verification, organisation }, pagePath('applicant', token))),
      result: kind,
    }
  }
  const isEnded = await endByApplicant(resolved, nowMs)
  return redirectToPage('applicant', token, isEnded ? 'withdrawn' : kind)
}

/** The applicant names another time. Idempotent: the last one counts. */
const askOtherTime = async (
  token: string,
  resolved: LinkResolution,
  reader: LinkReader,
  form: FieldTexts,
) => {
  if (resolved.kind === 'withdrawn') return endedResponse(410, resolved)
  const reject = () => rejectedAnswerResponse(resolved, { token, form })
  if (resolved.kind !== 'answered') return reject()
  const { link, verification } = resolved
  if (!mayAskTime(verification)) return reject()
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
  const reject = (found: LinkResolution) =>
    found.kind === 'withdrawn'
      ? endedResponse(410, found)
      : rejectedAnswerResponse(found, { token, form }, words.thanksBefore)
  if (form.object === 'yes')
    return (
      (await objectByLink({ token, nowMs, locale }, form)) ??
      reject(await resolveLink('applicant', token, nowMs))
    )
  const resolved = await resolveLink('applicant', token, nowMs)
  if (form.withdraw === 'yes' || form.consent === 'refused') return refuse(token, resolved, form, nowMs)
  if (form.otherTime === 'yes') return askOtherTime(token, resolved, { nowMs, locale }, form)
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
