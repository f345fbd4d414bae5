import type { VerificationKey } from '../table/tenant.ts'
import { isDecided, isFinal } from '../verification/contract/outcome.ts'
import type { Verification } from '../verification/verification.ts'
import type { MessageState } from './message/contract.ts'

/**
 * What a link is for. A purpose's code is part of every link that was ever sent, so it never changes. `answers` is who
 * answers there, as the trail has it.
 */
export const purposes = {
  attest: { code: 1, path: '/v1/attest', lastsDays: 14, answers: 'employer' },
  applicant: { code: 2, path: '/v1/applicant', lastsDays: 14, answers: 'applicant' },
  documents: { code: 3, path: '/v1/documents', lastsDays: 7, answers: 'applicant' },
  /** Tells the applicant what came of their objection, on the page where they made it. */
  objection: { code: 4, path: '/v1/applicant', lastsDays: 30, answers: 'applicant' },
} as const

export type LinkPurpose = keyof typeof purposes

export const purposeOf = (code: number): LinkPurpose | undefined =>
  (Object.keys(purposes) as LinkPurpose[]).find(purpose => purposes[purpose].code === code)

export type Channel = 'mail' | 'sms'

export interface Link extends VerificationKey {
  readonly purpose: LinkPurpose
  readonly number: number
  readonly state: 'sent' | 'opened' | 'answered' | 'revoked'
  readonly channel: Channel
  /** An email address or phone number, unless it is the order's. */
  readonly to?: string
  /** Where the sender found `to`. */
  readonly toFrom?: 'publicListing' | 'register' | 'employer' | 'applicant'
  /** The same when the request is repeated. */
  readonly request?: number
  readonly by: string
  readonly sentAt: string
  readonly endsAtSeconds: number
  readonly openedAt?: string
  readonly answeredAt?: string
  /** When its applicant said by it that they do not agree, or do not any more. */
  readonly withdrawnAt?: string
  readonly message?: MessageState
  readonly answer?: object
  /** Of the form that answered it: a second tap sends the same once more. */
  readonly formDigest?: string
  /** How often its applicant has named another time since. */
  readonly timesAsked?: number
}

export type LinkKey = Pick<Link, keyof VerificationKey | 'purpose' | 'number'>

export type LinkRefusal =
  | 'unknown'
  | 'expired'
  /** A later one was sent in its place, or it was withdrawn. */
  | 'revoked'
  /** The verification is decided, cancelled or erased: nothing more is asked. */
  | 'over'

export interface ResolvedLink {
  readonly kind: 'open' | 'answered'
  readonly link: Link
  readonly verification: Verification
}

/** The applicant ended the check by it. */
export interface EndedLink {
  readonly kind: 'withdrawn'
  readonly link: Link
}

export type LinkResolution = ResolvedLink | EndedLink | { readonly kind: LinkRefusal }

const isItsTime = ({ purpose }: Link, { outcome, erasedAt }: Verification): boolean =>
  purpose === 'objection' ? isDecided(outcome) && erasedAt === undefined : !isFinal(outcome)

/** Neither the link nor its verification need be stored any more. */
export const checkLink = (
  link: Link | undefined,
  verification: Verification | undefined,
  nowMs: number,
): LinkResolution => {
  if (link?.withdrawnAt) return { kind: 'withdrawn', link }
  if (!link || !verification || !isItsTime(link, verification)) return { kind: 'over' }
  if (link.state === 'revoked') return { kind: 'revoked' }
  if (link.state === 'answered') return { kind: 'answered', link, verification }
  return link.endsAtSeconds * 1000 > nowMs ? { kind: 'open', link, verification } : { kind: 'expired' }
}
