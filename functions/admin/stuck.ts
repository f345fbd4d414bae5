import { findAssignments } from '../../shared/assignment/store.ts'
import { setting } from '../../shared/aws/environment.ts'
import { listLate } from '../../shared/identity/late/store.ts'
import {
  type Effect,
  effectsOfOverdueLookup,
  effectsOfStaleVerification,
  streamSettleMs,
} from '../../shared/outbox/effect.ts'
import type { Tenant } from '../../shared/table/tenant.ts'
import { isFinal } from '../../shared/verification/contract/outcome.ts'
import { allOpenShards, listOpen } from '../../shared/verification/list-store.ts'
import { type Verification, verificationKeyOf } from '../../shared/verification/verification.ts'
import type { CommandOf, StuckPlace } from './command.ts'

type StuckList = StuckPlace['list']
const lists: readonly StuckList[] = [...allOpenShards, 'late']

/** What follows beside what somebody waits for: reconciliation makes up for it, and says nothing of it. */
type UnseenPage = 'stats' | 'settle'

/** What is missing, in the operator's words. */
const lackOf: Readonly<Record<Exclude<Effect['kind'], UnseenPage>, string>> = {
  signal: 'workflow',
  visit: 'visit',
  message: 'message',
  alert: 'alert',
  expire: 'end',
  publish: 'event',
  'publish-late': 'event',
  try: 'next try',
}

interface Stuck {
  readonly verificationId: number
  readonly product: string
  readonly outcome?: string
  /** When somebody was to have decided, or a late look-up's next try was to be made. */
  readonly dueAt: string
  /** Nobody has decided by then. */
  readonly isLate: boolean
  /** What reconciliation will see to. */
  readonly lacks: readonly string[]
}

const lacksOf = (effects: readonly Effect[]): readonly string[] => [
  ...new Set(effects.flatMap(({ kind }) => (kind === 'stats' || kind === 'settle' ? [] : [lackOf[kind]]))),
]

const stuckOf = (verification: Verification, isAssigned: boolean, nowMs: number): Stuck => {
  const { id, product, outcome, requestedAt } = verification
  const expirySeconds = setting('VERIFICATION_EXPIRY_SECONDS')
  const dueMs = Date.parse(requestedAt) + setting('VERIFICATION_DUE_SECONDS') * 1000
  const dueAt = new Date(dueMs).toISOString()
  return {
    ...{ verificationId: id, product, outcome, dueAt },
    isLate: !isFinal(outcome) && dueMs < nowMs,
    lacks: lacksOf(effectsOfStaleVerification(verification, { isAssigned, nowMs, expirySeconds })),
  }
}

interface Page {
  readonly found: readonly Stuck[]
  readonly next?: StuckPlace['after']
}

const lateOnes = async (tenant: Tenant, after: StuckPlace['after'], nowMs: number): Promise<Page> => {
  const { items, after: next } = await listLate(tenant, after)
  const found = items.map(late => ({
    ...{ verificationId: late.verificationId, product: late.product },
    dueAt: new Date(late.notBeforeMs).toISOString(),
    isLate: false,
    lacks: lacksOf(effectsOfOverdueLookup(late, nowMs)),
  }))
  return { found, ...(next && { next }) }
}

const openOnes = async (
  tenant: Tenant,
  part: number,
  after: StuckPlace['after'],
  nowMs: number,
): Promise<Page> => {
  const { verifications, after: next } = await listOpen(tenant, part, {
    beforeMs: nowMs - streamSettleMs,
    after,
  })
  const assignments = await findAssignments(verifications.map(verificationKeyOf))
  const found = verifications.map(one => stuckOf(one, assignments.has(one.id), nowMs))
  return { found, ...(next && { next }) }
}

const pageAt = (tenant: Tenant, { list, after }: StuckPlace, nowMs: number): Promise<Page> =>
  list === 'late' ? lateOnes(tenant, after, nowMs) : openOnes(tenant, list, after, nowMs)

/** The page after this one: of the same list, or the first of the next. */
const placeAfter = ({ list }: StuckPlace, next: StuckPlace['after']): StuckPlace | undefined => {
  if (next) return { list, after: next }
  const following = lists[lists.indexOf(list) + 1]
  return following === undefined ? undefined : { list: following }
}

/** Pages that one call reads, of up to 100 each: some seconds. */
const pagesPerCall = 50

/** What is open and late, or lacks something that reconciliation would see to, of one tenant. */
export const listStuck = async ({ organisationId, mode, after }: CommandOf<'listStuck'>) => {
  const nowMs = Date.now()
  const stuck: Stuck[] = []
  let place: StuckPlace | undefined = after ?? { list: lists[0]! }
  if (!lists.includes(place.list)) throw new Error('after: expected what an answer had as its next')
  for (let read = 0; place && read < pagesPerCall; read++) {
    const page = await pageAt({ organisationId, mode }, place, nowMs)
    stuck.push(...page.found.filter(({ isLate, lacks }) => isLate || lacks.length > 0))
    place = placeAfter(place, page.next)
  }
  return { stuck, ...(place && { next: place }) }
}
