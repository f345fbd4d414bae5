import { pageResponse, type WebPage } from '../../http/web-page.ts'
import type { Entered } from '../link/fields.ts'
import {
  askerOf,
  followEmployment,
  type Looking,
  leadBack,
  type OpenLink,
  refused,
  showForm,
} from '../link/form-page.ts'
import { english } from '../words/english.ts'
import { type Answering, takeAnswer } from './answer.ts'
import { readForm } from './form.ts'
import { attestForm } from './page.ts'

const formOf = async (open: OpenLink, entered?: Entered): Promise<WebPage> => {
  const { firstname, middlename, lastname } = open.verification.applicant
  const asked = {
    organisationName: await askerOf(open),
    applicantName: [firstname, middlename, lastname].filter(Boolean).join(' '),
    employerName: open.verification.employerName,
    expiresAt: new Date(open.link.endsAtSeconds * 1000).toISOString(),
  }
  const title = english.attest.title(asked.applicantName)
  return { title: entered ? english.forms.correct(title) : title, main: attestForm(asked, entered) }
}

/** What an employer's link shows. */
export const showAttestPage = (looking: Looking) => showForm('attest', looking, formOf)

type Sent = Pick<Answering, 'seen' | 'nowMs'> & {
  readonly token: string
  readonly form: Readonly<Record<string, string | undefined>>
}

/** Takes what was typed into the form, or shows it again with what is wrong. An answer is taken once. */
export const answerAttestPage = async ({ token, form, seen, nowMs }: Sent) => {
  const open = await followEmployment('attest', token, nowMs)
  if (open.kind !== 'open') return refused(open.kind)
  const read = readForm(form, new Date(nowMs).toISOString().slice(0, 10))
  if (read.kind === 'wrong') return pageResponse(400, await formOf(open, read))
  const taken = await takeAnswer({ ...open, attestation: read.attestation, seen, nowMs })
  // Something came between the look and the write: another look says what.
  if (taken === 'refused') return refused((await followEmployment('attest', token, nowMs)).kind)
  return leadBack('attest', token, taken)
}
