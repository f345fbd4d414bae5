import { findOrganisation } from '../../../shared/account/store.ts'
import { setting } from '../../../shared/aws/environment.ts'
import { digestDevice } from '../../../shared/assignment/respondent-device.ts'
import { objectByLink, showDecisionPage } from '../../../shared/dispute/applicant.ts'
import { answeredPage, applicantPage } from '../../../shared/link/applicant-page.ts'
import { type ApplicantStatement, readApplicantForm } from '../../../shared/link/applicant-statement.ts'
import { resolveLink } from '../../../shared/link/resolve.ts'
import type { LinkResolution, ResolvedLink } from '../../../shared/link/link.ts'
import { noticeReply, refusalReply } from '../../../shared/link/refusal-page.ts'
import { linkRoutes } from '../../../shared/link/routes.ts'
import { answerLink, markOpened } from '../../../shared/link/store.ts'
import { withdrawConsent } from '../../../shared/link/withdraw.ts'
import { englishTexts } from '../../../shared/texts/english.ts'
import type { Action } from '../../../shared/http/action.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'
import { pageResponse } from '../../../shared/http/web-page.ts'

/** What the page says besides what is in the form. */
const matterOf = async ({ link, verification }: ResolvedLink) => ({
  verification,
  organisation: (await findOrganisation(link.organisationId))?.name ?? englishTexts.nameless,
})

/** Consent was given on the page, or stands in the order. */
const hasConsented = ({ link, verification }: ResolvedLink): boolean =>
  (link.answer as ApplicantStatement | undefined)?.consent === 'given' || verification.consent !== undefined

const answeredPageOf = async (followed: ResolvedLink) => {
  const { organisation } = await matterOf(followed)
  return answeredPage(organisation, hasConsented(followed))
}

const getApplicantPage: Action<typeof linkRoutes.getApplicantPage> = async call => {
  const { params, nowMs, isNavigation } = call
  const followed = await resolveLink('applicant', params.token, nowMs)
  if (followed.kind === 'answered')
    return { ...pageResponse(200, await answeredPageOf(followed)), result: followed.kind }
  if (followed.kind !== 'open')
    return (await showDecisionPage(params.token, nowMs)) ?? refusalReply(followed.kind)
  // Noted for those who wait for an answer; nothing rests on it, as no server can tell for sure who looks.
  if (isNavigation && followed.link.state === 'sent') await markOpened(followed.link, nowMs)
  const page = applicantPage({ ...(await matterOf(followed)), sent: {}, bad: [] })
  return { ...pageResponse(200, page), result: followed.kind }
}

const refused = ({ kind }: LinkResolution) =>
  kind === 'answered' || kind === 'open'
    ? { ...noticeReply(409, englishTexts.applicant.thanksBefore), result: 'answered' }
    : refusalReply(kind)

/** A reload shows the page of what was said and sends nothing again. */
const leadBack = (token: string, result: string) =>
  ({ status: 303, headers: { location: `/v1/applicant/${token}` }, result }) as const

/** Whatever ended it first, another look says how it is. */
const withdraw = async (token: string, followed: LinkResolution, nowMs: number) => {
  if (followed.kind !== 'open' && followed.kind !== 'answered') return refusalReply(followed.kind)
  const isWithdrawn = hasConsented(followed) && (await withdrawConsent(followed, nowMs))
  return leadBack(token, isWithdrawn ? 'withdrawn' : followed.kind)
}

const object = async (token: string, form: Readonly<Record<string, string | undefined>>, nowMs: number) =>
  (await objectByLink(token, form, nowMs)) ?? refused(await resolveLink('applicant', token, nowMs))

const postApplicantPage: Action<typeof linkRoutes.postApplicantPage> = async ({
  params,
  form,
  seen,
  nowMs,
}) => {
  if (form.object === 'yes') return object(params.token, form, nowMs)
  const followed = await resolveLink('applicant', params.token, nowMs)
  if (form.withdraw === 'yes') return withdraw(params.token, followed, nowMs)
  if (followed.kind !== 'open') return refused(followed)
  const { says, bad } = readApplicantForm(form, new Date(nowMs).toISOString())
  if (!says) return pageResponse(400, applicantPage({ ...(await matterOf(followed)), sent: form, bad }))
  // Kept apart from what is said: whether the employer answers from the same device.
  const device = digestDevice(seen, followed.link.verificationId, setting('SOURCE_ADDRESS_KEY'))
  const isKept = await answerLink(followed.link, { ...says, device }, nowMs, { consent: says.consent })
  // Somebody else has answered, replaced or ended it between the look and the write: another look says which.
  if (!isKept) return refused(await resolveLink('applicant', params.token, nowMs))
  return leadBack(params.token, followed.kind)
}

export const handler = servePages(linkRoutes, { getApplicantPage, postApplicantPage })
