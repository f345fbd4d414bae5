import type { Action, ActionRequest } from '../../http/action.ts'
import { toUtcDay } from '../../http/contract/reading.ts'
import { pageResponse, type WebPage } from '../../link/web-page.tsx'
import type { FormState } from '../../link/form.ts'
import {
  answeredBy,
  findOrganisationName,
  type OpenEmploymentLink,
  redirectToPage,
  rejectedAnswerResponse,
  resolveEmploymentLink,
  showEmploymentForm,
} from '../../link/page.tsx'
import type { linkRoutes } from '../../link/routes.ts'
import { englishTexts } from '../../texts/english.ts'
import { localeOfHeader } from '../../texts/format.ts'
import { acceptAttestation } from './answer.ts'
import { attestForm, parseAttestationForm } from './form.tsx'

const buildPage = async (
  open: OpenEmploymentLink,
  { header }: Pick<ActionRequest, 'header'>,
  entered?: FormState,
): Promise<WebPage> => {
  const locale = localeOfHeader(header('accept-language'))
  const { firstname, middlename, lastname } = open.verification.applicant
  const data = {
    organisation: await findOrganisationName(open.link),
    applicant: [firstname, middlename, lastname].filter(Boolean).join(' '),
    employer: open.verification.employerName,
    until: englishTexts.formatDay(new Date(open.link.endsAtSeconds * 1000).toISOString(), locale),
  }
  const title = englishTexts.attest.title(data.applicant)
  return { title: entered ? englishTexts.forms.correct(title) : title, main: attestForm(data, entered) }
}

export const getAttestPage: Action<typeof linkRoutes.getAttestPage> = request =>
  showEmploymentForm('attest', request, open => buildPage(open, request))

export const postAttestPage: Action<typeof linkRoutes.postAttestPage> = async request => {
  const { form, seen, nowMs } = request
  const { token } = request.params
  const open = await resolveEmploymentLink('attest', token, nowMs)
  if (open.kind !== 'open') return rejectedAnswerResponse(open, { token, form })
  const parsed = parseAttestationForm(form, toUtcDay(nowMs))
  if (parsed.kind === 'wrong') return pageResponse(400, await buildPage(open, request, parsed))
  const result = await acceptAttestation({
    ...open,
    link: answeredBy(open.link, form),
    attestation: parsed.value,
    seen,
    nowMs,
  })
  // The link changed between the read and the write: a second look says how.
  if (result === 'refused')
    return rejectedAnswerResponse(await resolveEmploymentLink('attest', token, nowMs), { token, form })
  return redirectToPage('attest', token, result)
}
