import { findOrganisation } from '../account/store.ts'
import type { ActionRequest } from '../http/action.ts'
import { englishTexts } from '../texts/english.ts'
import { digestForm, type FieldTexts } from './form.ts'
import { type Link, type LinkPurpose, type LinkRefusal, purposes } from './link.ts'
import { resolveLink } from './resolve.ts'
import type { linkRoutes } from './routes.ts'
import { markOpened } from './store.ts'
import { pageResponse, type WebPage } from './web-page.tsx'

interface NoticeText {
  readonly title: string
  readonly text: string
}

export const noticeResponse = <Status extends number>(status: Status, { title, text }: NoticeText) =>
  pageResponse(status, {
    title,
    main: (
      <>
        <h1>{title}</h1>
        <p>{text}</p>
      </>
    ),
  })

/** Names nobody: the reader may not be the person who got the link. */
export const refusalResponse = (kind: LinkRefusal) => ({
  ...noticeResponse(kind === 'unknown' ? 404 : 410, englishTexts.refusals[kind]),
  result: kind,
})

/** Of the page, by a token that may have punctuation behind it. */
export const pagePath = (purpose: LinkPurpose, token: string): string =>
  `${purposes[purpose].path}/${encodeURIComponent(token)}`

/** Redirects to the page after a form was sent, so that a reload sends nothing again. */
export const redirectToPage = (purpose: LinkPurpose, token: string, result: string) =>
  ({ status: 303, headers: { location: pagePath(purpose, token) }, result }) as const

/** The link as this form answers it. */
export const answeredBy = (link: Link, form: FieldTexts): Link => ({ ...link, formDigest: digestForm(form) })

type LinkState = { readonly kind: 'open' | 'answered'; readonly link: Link } | { readonly kind: LinkRefusal }

interface SentForm {
  readonly token: string
  readonly form: FieldTexts
}

/**
 * Response to an answer that was not stored. The one that was, sent again, ends where it did at first. `open`: another answer
 * was stored at the same moment.
 */
export const rejectedAnswerResponse = (
  state: LinkState,
  { token, form }: SentForm,
  notice: NoticeText = englishTexts.forms.thanksBefore,
) => {
  if (state.kind !== 'answered' && state.kind !== 'open') return refusalResponse(state.kind)
  const { purpose, formDigest } = state.link
  return formDigest === digestForm(form)
    ? redirectToPage(purpose, token, 'known')
    : { ...noticeResponse(409, notice), result: 'answered' }
}

export const findOrganisationName = async ({ organisationId }: Pick<Link, 'organisationId'>) =>
  (await findOrganisation(organisationId))?.name ?? englishTexts.nameless

export const resolveEmploymentLink = async (purpose: LinkPurpose, token: string, nowMs: number) => {
  const resolution = await resolveLink(purpose, token, nowMs)
  if (resolution.kind === 'answered') return { kind: resolution.kind, link: resolution.link } as const
  // Applicants end a check by a link of their own.
  if (resolution.kind === 'withdrawn') return { kind: 'over' } as const
  if (resolution.kind !== 'open') return { kind: resolution.kind }
  const { link, verification } = resolution
  return verification.product === 'employment'
    ? ({ kind: 'open', link, verification } as const)
    : ({ kind: 'unknown' } as const)
}

export type OpenEmploymentLink = Extract<
  Awaited<ReturnType<typeof resolveEmploymentLink>>,
  { readonly kind: 'open' }
>

/** No server can tell for sure that a person looks: nothing depends on it. */
export const markSeen = async (link: Link, isNavigation: boolean, nowMs: number): Promise<void> => {
  if (isNavigation && link.state === 'sent') await markOpened(link, nowMs)
}

type Call = ActionRequest<typeof linkRoutes.getAttestPage>

export const showEmploymentForm = async (
  purpose: LinkPurpose,
  { params, nowMs, isNavigation }: Pick<Call, 'params' | 'nowMs' | 'isNavigation'>,
  buildPage: (open: OpenEmploymentLink) => Promise<WebPage>,
) => {
  const open = await resolveEmploymentLink(purpose, params.token, nowMs)
  if (open.kind === 'answered')
    return { ...noticeResponse(200, englishTexts.forms.thanks), result: 'answered' }
  if (open.kind !== 'open') return refusalResponse(open.kind)
  await markSeen(open.link, isNavigation, nowMs)
  return { ...pageResponse(200, await buildPage(open)), result: open.kind }
}
