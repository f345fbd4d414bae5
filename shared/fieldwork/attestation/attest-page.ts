import { findOrganisation } from '../../account/store.ts'
import { html } from '../../http/html.ts'
import { plainPage } from '../../http/plain-page.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import { followLink } from '../link/follow.ts'
import type { FollowedLink, LinkRefusal } from '../link/link.ts'
import { refusalPage } from '../link/refusal-page.ts'
import { markOpened } from '../link/store.ts'
import { type Answering, takeAnswer } from './answer.ts'
import type { Entered } from './fields.ts'
import { readForm } from './form.ts'
import { type Asked, attestForm } from './page.ts'

const thanks = (title: string, text: string) =>
  plainPage(200, { title, main: html`<h1>${title}</h1>\n<p>${text}</p>` })

const taken = () => thanks('Thank you', 'We have your answer. You can close this page.')
const takenBefore = () =>
  thanks('You have answered', 'We have your answer already. It cannot be changed here.')

type Open = { readonly link: FollowedLink['link']; readonly verification: EmploymentVerification }

/** The matter of a link that is good, or the page that is shown instead. */
const follow = async (
  token: string,
  nowMs: number,
): Promise<Open | { readonly page: ReturnType<typeof thanks> | ReturnType<typeof refusalPage> }> => {
  const followed = await followLink('attest', token, nowMs)
  if (followed.kind === 'answered') return { page: takenBefore() }
  if (followed.kind !== 'open') return { page: refusalPage(followed.kind satisfies LinkRefusal) }
  const { link, verification } = followed
  return verification.product === 'employment' ? { link, verification } : { page: refusalPage('unknown') }
}

const askedOf = async ({ link, verification }: Open): Promise<Asked> => {
  const { firstname, middlename, lastname } = verification.applicant
  const organisation = await findOrganisation(link.organisationId)
  return {
    organisationName: organisation?.name ?? 'One of our customers',
    applicantName: [firstname, middlename, lastname].filter(Boolean).join(' '),
    employerName: verification.employerName,
    expiresAt: new Date(link.endsAtSeconds * 1000).toISOString(),
  }
}

const formPage = async <Status extends number>(status: Status, open: Open, entered?: Entered) => {
  const asked = await askedOf(open)
  const title = `${entered ? 'Please correct: ' : ''}About ${asked.applicantName}`
  return plainPage(status, { title, main: attestForm(asked, entered) })
}

/** What a link shows: the form, or why there is none. Once more is harmless. */
export const showAttestPage = async (token: string, nowMs: number) => {
  const open = await follow(token, nowMs)
  if ('page' in open) return open.page
  await markOpened(open.link, nowMs)
  return formPage(200, open)
}

type Sent = Pick<Answering, 'seen' | 'nowMs'> & { readonly token: string; readonly form: URLSearchParams }

/** Takes what was typed into the form, or shows it again with what is wrong. An answer is taken once. */
export const answerAttestPage = async ({ token, form, seen, nowMs }: Sent) => {
  const open = await follow(token, nowMs)
  if ('page' in open) return open.page
  const read = readForm(form, new Date(nowMs).toISOString().slice(0, 10))
  if (read.kind === 'wrong') return formPage(400, open, read)
  const result = await takeAnswer({ ...open, attestation: read.attestation, seen, nowMs })
  if (result !== 'refused') return taken()
  // Something came between: it is told as it is now.
  const now = await follow(token, nowMs)
  return 'page' in now ? now.page : refusalPage('over')
}
