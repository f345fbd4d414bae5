import type * as z from 'zod/mini'
import { type Assignment, visitAreaOf } from '../assignment/assignment.ts'
import type { Due } from '../assignment/list-store.ts'
import type { Link } from '../link/link.ts'
import { hasFailed } from '../link/message/contract.ts'
import { type Effect, streamSettleMs } from '../outbox/effect.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import { latenessSteps, mends, type Overview, type Stuck, type StuckKind, workStates } from './contract.ts'

type WorkCounts = z.infer<typeof Overview>['work']
type State = (typeof workStates)[number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const stepEndsMs = { '6h': 6 * hourMs, '1d': dayMs, '3d': 3 * dayMs, more: Number.POSITIVE_INFINITY } as const

const stateOf = ({ status, stagedDecision }: Assignment): State => {
  if (status === 'reported') return stagedDecision ? 'staged' : 'reported'
  return status === 'claimed' ? 'claimed' : 'open'
}

const leftMs = ({ dueAt }: Assignment, nowMs: number): number => Date.parse(dueAt) - nowMs

export const isLate = (assignment: Assignment, nowMs: number): boolean => leftMs(assignment, nowMs) < 0

const countByDue = (work: readonly Assignment[], nowMs: number) => {
  const left = work.map(one => leftMs(one, nowMs))
  return {
    dueLater: left.filter(ms => ms >= dayMs).length,
    dueSoon: left.filter(ms => ms >= 0 && ms < dayMs).length,
    late: left.filter(ms => ms < 0).length,
  }
}

/** Work from a desk has no LGA. */
const placeOf = (lgaId: number): number | null => (lgaId === 0 ? null : lgaId)

const toPlaces = (work: readonly Assignment[], nowMs: number): WorkCounts['places'] =>
  [...Map.groupBy(work, ({ lgaId }) => lgaId)]
    .toSorted(([one], [other]) => one - other)
    .map(([lgaId, here]) => ({ lgaId: placeOf(lgaId), ...countByDue(here, nowMs) }))

const latenessOf = (work: readonly Assignment[], nowMs: number): WorkCounts['lateBy'] => {
  const late = work.map(one => -leftMs(one, nowMs)).filter(ms => ms > 0)
  const stepOf = (ms: number) => latenessSteps.find(step => ms <= stepEndsMs[step])
  return latenessSteps.map(upTo => ({ upTo, count: late.filter(ms => stepOf(ms) === upTo).length }))
}

/** Back-checks, for which no customer waits, are counted apart. */
export const toWorkCounts = ({ assignments, isMore }: Due, nowMs: number): WorkCounts => {
  const work = assignments.filter(({ backCheckOf }) => !backCheckOf)
  return {
    states: workStates.map(state => ({
      state,
      ...countByDue(
        work.filter(one => stateOf(one) === state),
        nowMs,
      ),
    })),
    lateBy: latenessOf(work, nowMs),
    places: toPlaces(work, nowMs),
    backChecks: assignments.length - work.length,
    isMore,
  }
}

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
  assignment: Assignment,
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
