import { pageResponse, type WebPage } from '../../http/web-page.ts'
import type { FormState } from '../../link/fields.ts'
import {
  requesterName,
  followEmployment,
  type LinkPageRequest,
  redirectToPage,
  type OpenLink,
  answerRefusedPage,
  showForm,
} from '../../link/form-page.ts'
import { englishTexts } from '../../texts/english.ts'
import { type AttestationInput, acceptAttestation } from './answer.ts'
import { parseAttestationForm } from './form.ts'
import { attestForm } from './page.ts'

const formOf = async (open: OpenLink, entered?: FormState): Promise<WebPage> => {
  const { firstname, middlename, lastname } = open.verification.applicant
  const asked = {
    organisationName: await requesterName(open),
    applicantName: [firstname, middlename, lastname].filter(Boolean).join(' '),
    employerName: open.verification.employerName,
    expiresAt: new Date(open.link.endsAtSeconds * 1000).toISOString(),
  }
  const title = englishTexts.attest.title(asked.applicantName)
  return { title: entered ? englishTexts.forms.correct(title) : title, main: attestForm(asked, entered) }
}

/** What an employer's link shows. */
export const showAttestPage = (looking: LinkPageRequest) => showForm('attest', looking, formOf)

type Sent = Pick<AttestationInput, 'seen' | 'nowMs'> & {
  readonly token: string
  readonly form: Readonly<Record<string, string | undefined>>
}

/** Takes what was typed into the form, or shows it again with what is wrong. An answer is taken once. */
export const answerAttestPage = async ({ token, form, seen, nowMs }: Sent) => {
  const open = await followEmployment('attest', token, nowMs)
  if (open.kind !== 'open') return answerRefusedPage(open.kind)
  const read = parseAttestationForm(form, new Date(nowMs).toISOString().slice(0, 10))
  if (read.kind === 'wrong') return pageResponse(400, await formOf(open, read))
  const taken = await acceptAttestation({ ...open, attestation: read.attestation, seen, nowMs })
  // Something came between the look and the write: another look says what.
  if (taken === 'refused') return answerRefusedPage((await followEmployment('attest', token, nowMs)).kind)
  return redirectToPage('attest', token, taken)
}
