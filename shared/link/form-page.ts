import { findOrganisation } from '../account/store.ts'
import { pageResponse, type WebPage } from '../http/web-page.ts'
import type { EmploymentVerification } from '../verification/verification.ts'
import { englishTexts } from '../texts/english.ts'
import type { NoticeText } from '../texts/texts.ts'
import { resolveLink } from './resolve.ts'
import type { Link, LinkRefusal } from './link.ts'
import { type LinkPurpose, purposes } from './purpose.ts'
import { noticeReply, refusalReply } from './refusal-page.ts'
import { markOpened } from './store.ts'

/* Pages with a form about an employment: for the employer, and for the applicant whose employer is not reached. */

/** The matter of a link that is good. */
export interface OpenLink {
  readonly kind: 'open'
  readonly link: Link
  readonly verification: EmploymentVerification
}

type Closed = 'answered' | LinkRefusal

/** What a token leads to on the page of a purpose. */
export const followEmployment = async (
  purpose: LinkPurpose,
  token: string,
  nowMs: number,
): Promise<OpenLink | { readonly kind: Closed }> => {
  const followed = await resolveLink(purpose, token, nowMs)
  if (followed.kind !== 'open') return { kind: followed.kind }
  const { link, verification } = followed
  return verification.product === 'employment' ? { kind: 'open', link, verification } : { kind: 'unknown' }
}

/** Who asks. */
export const requesterName = async ({ link }: OpenLink): Promise<string> =>
  (await findOrganisation(link.organisationId))?.name ?? englishTexts.nameless

const answered = <Status extends number>(status: Status, notice: NoticeText) => ({
  ...noticeReply(status, notice),
  result: 'answered',
})

export interface LinkPageRequest {
  readonly token: string
  readonly nowMs: number
  /** Whether a person looks, as far as that can be told. */
  readonly isNavigation: boolean
}

/** What a link shows: its form, or why there is none. Once more is harmless. */
export const showForm = async (
  purpose: LinkPurpose,
  { token, nowMs, isNavigation }: LinkPageRequest,
  formOf: (open: OpenLink) => Promise<WebPage>,
) => {
  const open = await followEmployment(purpose, token, nowMs)
  if (open.kind === 'answered') return answered(200, englishTexts.forms.thanks)
  if (open.kind !== 'open') return refusalReply(open.kind)
  if (isNavigation && open.link.state === 'sent') await markOpened(open.link, nowMs)
  return { ...pageResponse(200, await formOf(open)), result: open.kind }
}

/** What an answer is told that was not taken. `open` is one that somebody else's came before at this very moment. */
export const answerRefusedPage = (kind: 'open' | Closed) =>
  kind === 'answered' || kind === 'open' ? answered(409, englishTexts.forms.thanksBefore) : refusalReply(kind)

/** A reload shows the page of the answer and sends nothing again. */
export const redirectToPage = (purpose: LinkPurpose, token: string, result: string) =>
  ({ status: 303, headers: { location: `${purposes[purpose].path}/${token}` }, result }) as const
