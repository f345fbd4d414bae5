import { findOrganisation } from '../account/store.ts'
import { pageResponse } from '../http/web-page.ts'
import { resolveDecidedLink } from '../link/resolve.ts'
import { noticeReply } from '../link/refusal-page.ts'
import { englishTexts } from '../texts/english.ts'
import { readObjection } from './applicant-form.ts'
import { type DecisionPageData, renderDecisionPage } from './applicant-page.ts'
import { disputable, raiseDispute } from './raise.ts'
import { applicantViewOf } from './rule.ts'

/* The page behind an applicant's link once their check was decided: it opens to object to that, and for nothing else. */

type Matter = Pick<DecisionPageData, 'verification' | 'organisation' | 'view'>

/** What an applicant may see of a decision; undefined where the link shows nothing. */
const followMatter = async (token: string, nowMs: number): Promise<Matter | undefined> => {
  const followed = await resolveDecidedLink(token, nowMs)
  if (!followed) return undefined
  const { link, verification } = followed
  const view = applicantViewOf(await disputable(verification, nowMs))
  if (!view) return undefined
  const organisation = (await findOrganisation(link.organisationId))?.name ?? englishTexts.nameless
  return { verification, organisation, view }
}

/** The page, or undefined where the link shows nothing of how it ended. */
export const showDecisionPage = async (token: string, nowMs: number) => {
  const matter = await followMatter(token, nowMs)
  return (
    matter && {
      ...pageResponse(200, renderDecisionPage({ ...matter, sent: {}, bad: [] })),
      result: matter.view.state,
    }
  )
}

type Sent = Readonly<Record<string, string | undefined>>

/**
 * Takes an applicant's objection; once more is harmless, and leads to the page that says how it stands. Undefined where
 * the link shows nothing of how it ended.
 */
export const objectByLink = async (token: string, sent: Sent, nowMs: number) => {
  const matter = await followMatter(token, nowMs)
  if (!matter) return undefined
  const read = readObjection(sent)
  if (read.bad) return pageResponse(400, renderDecisionPage({ ...matter, sent, bad: read.bad }))
  const { ground, reason } = read
  const raised = await raiseDispute(
    matter.verification,
    { by: 'applicant', ground, reason, nowMs },
    'applicant',
  )
  if (raised.kind === 'raised' || raised.kind === 'known')
    return { status: 303, headers: { location: `/v1/applicant/${token}` }, result: raised.kind } as const
  const notice = raised.kind === 'untold' ? englishTexts.dispute.tryAgain : englishTexts.dispute.notTaken
  return { ...noticeReply(409, notice), result: raised.kind }
}
