import { type Assignment, visitAreaOf } from '../work/assignment/assignment.ts'
import type { ListedWork } from '../work/assignment/list-store.ts'
import type { Link } from '../link/link.ts'
import { hasFailed } from '../link/message/contract.ts'
import { type Effect, streamSettleMs } from '../outbox/effect.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import { mends, type Stuck, type StuckKind } from './contract.ts'
import { placeOf, toCountedWork } from './counted-work.ts'

export const isLate = (assignment: ListedWork, nowMs: number): boolean =>
  toCountedWork(assignment, nowMs).due === 'late'

export interface DeliveryKey extends VerificationKey {
  readonly eventId: string
  readonly endpointId: number
}

export const toStuckId = ({ organisationId, verificationId }: VerificationKey): string =>
  `${organisationId}-${verificationId}`

export const toDeliveryId = (
  organisationId: number,
  { eventId, endpointId }: Pick<DeliveryKey, 'eventId' | 'endpointId'>,
): string => `${organisationId}-${eventId}-${endpointId}`

/** Ids of events contain the verification's id. */
export const parseStuckId = (id: string, mode: Mode): VerificationKey & Partial<DeliveryKey> => {
  const [organisation, about = '', endpoint] = id.split('-')
  const organisationId = Number(organisation)
  if (endpoint === undefined) return { organisationId, mode, verificationId: Number(about) }
  const verificationId = Number(about.split('_')[1])
  return { organisationId, mode, verificationId, eventId: about, endpointId: Number(endpoint) }
}

interface StuckSince {
  readonly since: string
  readonly by?: string | undefined
  /** 0 of work from a desk. */
  readonly lgaId?: number
}

export const toStuck = (
  kind: StuckKind,
  key: VerificationKey,
  { since, by, lgaId = 0 }: StuckSince,
): Stuck => ({
  id: toStuckId(key),
  caseId: kind === 'unanswered' ? null : toStuckId(key),
  kind,
  action: mends[kind],
  since,
  by: by ?? null,
  lgaId: placeOf(lgaId),
  photosAwaited: 0,
})

/** A live workflow would have recorded the due time by now. */
export const hasLostWorkflow = (
  { dueAt }: Pick<Assignment, 'dueAt'>,
  { delayedAt, outcome }: Verification,
  nowMs: number,
): boolean => !delayedAt && !isFinal(outcome) && Date.parse(dueAt) < nowMs - streamSettleMs

/** Undefined where only a reviewer's decision is missing. */
export const stuckWork = (
  assignment: ListedWork,
  verification: Verification | undefined,
  nowMs: number,
): Stuck | undefined => {
  const { status, agent, dueAt: since, backCheckOf, lgaId } = assignment
  if (backCheckOf || !isLate(assignment, nowMs) || !verification || isFinal(verification.outcome))
    return undefined
  if (hasLostWorkflow(assignment, verification, nowMs))
    return toStuck('forgotten', assignment, { since, lgaId })
  if (status === 'open') return toStuck('untaken', assignment, { since, lgaId })
  return status === 'claimed' ? toStuck('held', assignment, { since, by: agent, lgaId }) : undefined
}

const kinds: Readonly<Partial<Record<Effect['kind'], StuckKind>>> = {
  publish: 'untold',
  expire: 'unended',
  signal: 'unstarted',
  visit: 'unstarted',
}

export const stuckVerification = (
  verification: Verification,
  lacking: readonly Effect[],
): Stuck | undefined => {
  const kind = lacking[0] && kinds[lacking[0].kind]
  const { lgaId } = visitAreaOf(verification)
  return kind && toStuck(kind, verificationKeyOf(verification), { since: verification.updatedAt, lgaId })
}

/** Whether the message failed and the link is unopened, unanswered and not replaced. */
export const isUnsent = ({ message, state }: Link): boolean => state === 'sent' && hasFailed(message)
