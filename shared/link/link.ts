import type { VerificationKey } from '../table/tenant.ts'
import { isDecided, isFinal } from '../verification/contract/outcome.ts'
import type { Verification } from '../verification/verification.ts'

/**
 * What a link is for: the one list. A purpose's code is part of every link that was ever sent, so it never changes.
 * `path` leads to its page, below which the token stands; `lastsDays` is how long it is good; `answers` is whose word is
 * given there, as the trail has it.
 */
export const purposes = {
  /** The employer's contact says what is true of the employment. */
  attest: { code: 1, path: '/v1/attest', lastsDays: 14, answers: 'employer' },
  /** The applicant hears who asks and why, and says what helps the visit. */
  applicant: { code: 2, path: '/v1/applicant', lastsDays: 14, answers: 'applicant' },
  /** The applicant is asked for documents, since the employer did not answer. */
  documents: { code: 3, path: '/v1/documents', lastsDays: 7, answers: 'applicant' },
  /** The applicant hears what came of their objection, on the page that they made it on. */
  objection: { code: 4, path: '/v1/applicant', lastsDays: 30, answers: 'applicant' },
} as const

export type LinkPurpose = keyof typeof purposes

const byCode = new Map<number, LinkPurpose>(
  Object.entries(purposes).map(([purpose, { code }]) => [code, purpose as LinkPurpose]),
)

export const purposeOf = (code: number): LinkPurpose | undefined => byCode.get(code)

export type Channel = 'mail' | 'sms'

/**
 * What became of a link's message. `sending` stands from before the call until its answer is written down; where it
 * is met again nobody knows whether the message went out, and it is not sent twice: `uncertain`. `undeliverable` was
 * refused for good; `unsent` was never tried, since the stage sends nothing of this kind.
 */
export type MessageState = 'sending' | 'sent' | 'uncertain' | 'undeliverable' | 'unsent'

/** A link to a page for somebody who has no account with us: one purpose, one verification. */
export interface Link extends VerificationKey {
  readonly purpose: LinkPurpose
  /** From 1, of the verification's links of this purpose. */
  readonly number: number
  readonly state: 'sent' | 'opened' | 'answered' | 'revoked'
  readonly channel: Channel
  /** Where its message goes, unless it is where the order says: an address, or a telephone number. */
  readonly to?: string
  /** Where whoever had it sent has that from. */
  readonly toFrom?: 'publicListing' | 'register' | 'employer' | 'applicant'
  /** Which request asked for it: the same again when it is repeated. */
  readonly request?: number
  readonly by: string
  /** ISO 8601, as all times here. */
  readonly sentAt: string
  /** Since 1970. */
  readonly endsAtSeconds: number
  /** When a person saw its page first, as far as that can be told. */
  readonly openedAt?: string
  readonly answeredAt?: string
  readonly withdrawnAt?: string
  readonly message?: MessageState
  readonly answer?: object
}

export type LinkKey = Pick<Link, keyof VerificationKey | 'purpose' | 'number'>

/** Why a link shows nothing of its matter. */
export type LinkRefusal =
  /** Not one of ours, or for another page. */
  | 'unknown'
  | 'expired'
  /** A later one was sent in its place, or it was withdrawn. */
  | 'revoked'
  /** The applicant took back their consent by it. */
  | 'withdrawn'
  /** The verification is decided, cancelled or erased: nothing more is asked. */
  | 'over'

export interface ResolvedLink {
  readonly kind: 'open' | 'answered'
  readonly link: Link
  readonly verification: Verification
}

export type LinkResolution = ResolvedLink | { readonly kind: LinkRefusal }

/** Whether there is still what a link is for: a check that goes on, or a decision that was objected to. */
const isItsTime = ({ purpose }: Link, { outcome, erasedAt }: Verification): boolean =>
  purpose === 'objection' ? isDecided(outcome) && erasedAt === undefined : !isFinal(outcome)

/** What a link of ours leads to; neither its item nor its verification need be there any more. */
export const checkLink = (
  link: Link | undefined,
  verification: Verification | undefined,
  nowMs: number,
): LinkResolution => {
  if (link?.withdrawnAt) return { kind: 'withdrawn' }
  if (!link || !verification || !isItsTime(link, verification)) return { kind: 'over' }
  if (link.state === 'revoked') return { kind: 'revoked' }
  if (link.state === 'answered') return { kind: 'answered', link, verification }
  return link.endsAtSeconds * 1000 > nowMs ? { kind: 'open', link, verification } : { kind: 'expired' }
}
