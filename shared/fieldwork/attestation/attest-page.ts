import { findOrganisation } from '../../account/store.ts'
import { html } from '../../http/html.ts'
import { pageReply } from '../../http/web-page.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import { followLink } from '../link/follow.ts'
import type { Link, LinkRefusal } from '../link/link.ts'
import { refusalReply } from '../link/refusal-page.ts'
import { markOpened } from '../link/store.ts'
import { type Answering, takeAnswer } from './answer.ts'
import type { Entered } from './fields.ts'
import { readForm } from './form.ts'
import { type Asked, attestForm } from './page.ts'

/** The matter of a link that is good. */
interface Open {
  readonly kind: 'open'
  readonly link: Link
  readonly verification: EmploymentVerification
}

/** What a token leads to here. */
const follow = async (
  token: string,
  nowMs: number,
): Promise<Open | { readonly kind: 'answered' | LinkRefusal }> => {
  const followed = await followLink('attest', token, nowMs)
  if (followed.kind !== 'open') return { kind: followed.kind }
  const { link, verification } = followed
  return verification.product === 'employment' ? { kind: 'open', link, verification } : { kind: 'unknown' }
}

const answered = <Status extends number>(status: Status, text: string) => {
  const title = 'Thank you'
  const page = pageReply(status, { title, main: html`<h1>${title}</h1>\n<p>${text}</p>` })
  return { ...page, result: 'answered' }
}

const askedOf = async ({ link, verification }: Open): Promise<Asked> => {
  const { firstname, middlename, lastname } = verification.applicant
  const organisation = await findOrganisation(link.organisationId)
  return {
    organisationName: organisation?.name ?? 'A company',
    applicantName: [firstname, middlename, lastname].filter(Boolean).join(' '),
    employerName: verification.employerName,
    expiresAt: new Date(link.endsAtSeconds * 1000).toISOString(),
  }
}

const formReply = async <Status extends number>(status: Status, open: Open, entered?: Entered) => {
  const asked = await askedOf(open)
  const title = `${entered ? 'Please correct: ' : ''}About ${asked.applicantName}`
  return { ...pageReply(status, { title, main: attestForm(asked, entered) }), result: open.kind }
}

interface Looking {
  readonly token: string
  readonly nowMs: number
  /** Whether a person looks, as far as that can be told. */
  readonly isNavigation: boolean
}

/** What a link shows: the form, or why there is none. Once more is harmless. */
export const showAttestPage = async ({ token, nowMs, isNavigation }: Looking) => {
  const open = await follow(token, nowMs)
  if (open.kind === 'answered') return answered(200, 'We have your answer. You can close this page.')
  if (open.kind !== 'open') return refusalReply(open.kind)
  if (isNavigation && open.link.state === 'sent') await markOpened(open.link, nowMs)
  return formReply(200, open)
}

const refused = (kind: 'open' | 'answered' | LinkRefusal) =>
  kind === 'answered' || kind === 'open'
    ? answered(409, 'We had your answer already. It cannot be changed here.')
    : refusalReply(kind)

type Sent = Pick<Answering, 'seen' | 'nowMs'> & {
  readonly token: string
  readonly form: Readonly<Record<string, string | undefined>>
}

/** Takes what was typed into the form, or shows it again with what is wrong. An answer is taken once. */
export const answerAttestPage = async ({ token, form, seen, nowMs }: Sent) => {
  const open = await follow(token, nowMs)
  if (open.kind !== 'open') return refused(open.kind)
  const read = readForm(form, new Date(nowMs).toISOString().slice(0, 10))
  if (read.kind === 'wrong') return formReply(400, open, read)
  const taken = await takeAnswer({ ...open, attestation: read.attestation, seen, nowMs })
  // Something came between the look and the write: another look says what.
  if (taken === 'refused') return refused((await follow(token, nowMs)).kind)
  // A reload shows the page of the answer and sends nothing again.
  return { status: 303, headers: { location: `/v1/attest/${token}` }, result: taken } as const
}
