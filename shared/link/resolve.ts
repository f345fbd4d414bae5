import { setting } from '../aws/environment.ts'
import { readSigned, signingSecret } from '../aws/secret.ts'
import { isDecided } from '../verification/contract/outcome.ts'
import { findVerification } from '../verification/store.ts'
import { linkKind } from './kinds.ts'
import {
  checkLink,
  type Link,
  type LinkPurpose,
  type LinkResolution,
  purposes,
  type ResolvedLink,
} from './link.ts'
import { findLink } from './store.ts'
import { type LinkToken, readLinkToken, signLinkToken } from './token.ts'

export const linkUrl = async (link: Link): Promise<string> => {
  const token = signLinkToken(link, await signingSecret(setting('LINK_SECRET')))
  return `${setting('PAGES_URL')}${purposes[link.purpose].path}/${token}`
}

/** Shows a decision long after its time to answer, and as long as it is stored. */
export const linkLifeDays = linkKind.days

/** Undefined for a token that is not ours. */
export const readToken = (token: string): Promise<LinkToken | undefined> =>
  readSigned({ name: setting('LINK_SECRET'), lifeDays: linkLifeDays }, text => readLinkToken(token, text))

const isSamePage = (one: LinkPurpose, other: LinkPurpose): boolean =>
  purposes[one].path === purposes[other].path

const findBoth = (named: LinkToken, nowMs: number) =>
  Promise.all([findLink(named), findVerification(named, named.verificationId, nowMs)])

/** Reads nothing for a token that is not ours or past its time. */
export const resolveLink = async (
  purpose: LinkPurpose,
  token: string,
  nowMs: number,
): Promise<LinkResolution> => {
  const named = await readToken(token)
  if (!named || !isSamePage(named.purpose, purpose)) return { kind: 'unknown' }
  // It leads to a decision, and nothing more is asked there.
  if (named.purpose !== purpose) return { kind: 'over' }
  if (named.endsAtSeconds * 1000 <= nowMs) return { kind: 'expired' }
  const [link, verification] = await findBoth(named, nowMs)
  return checkLink(link, verification, nowMs)
}

/** An expired link shows the decision too: the days to object are longer. Undefined for one that was replaced. */
export const resolveDecidedLink = async (
  token: string,
  nowMs: number,
): Promise<Pick<ResolvedLink, 'link' | 'verification'> | undefined> => {
  const named = await readToken(token)
  if (!named || !isSamePage(named.purpose, 'applicant')) return undefined
  const [link, verification] = await findBoth(named, nowMs)
  if (!link || link.state === 'revoked' || !verification) return undefined
  return isDecided(verification.outcome) ? { link, verification } : undefined
}
