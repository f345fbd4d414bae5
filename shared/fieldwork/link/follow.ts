import { setting } from '../../aws/environment.ts'
import { secret } from '../../aws/secret.ts'
import { findVerification } from '../../verification/store.ts'
import { type Followed, judge, type Link } from './link.ts'
import { type LinkPurpose, purposes } from './purpose.ts'
import { findLink } from './store.ts'
import { readLinkToken, signLinkToken } from './token.ts'

/** Where a link's page is. */
export const urlOf = async (link: Link): Promise<string> => {
  const token = signLinkToken(link, await secret(setting('LINK_SECRET')))
  return `${setting('PAGES_URL')}${purposes[link.purpose].path}/${token}`
}

/**
 * What a token leads to on the page of a purpose: its link and verification, or why it shows nothing. For one that is
 * not ours or past its time nothing is read.
 */
export const followLink = async (purpose: LinkPurpose, token: string, nowMs: number): Promise<Followed> => {
  const named = readLinkToken(token, await secret(setting('LINK_SECRET')))
  if (named?.purpose !== purpose) return { kind: 'unknown' }
  if (named.endsAtSeconds * 1000 <= nowMs) return { kind: 'expired' }
  const [link, verification] = await Promise.all([
    findLink(named),
    findVerification(named, named.verificationId, nowMs),
  ])
  return judge(link, verification, nowMs)
}
