import { findAssignments } from '../../shared/work/assignment/store.ts'
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
import { allOpenShards, listOpen } from '../../shared/verification/transition-store.ts'
import { type Verification, verificationKeyOf } from '../../shared/verification/verification.ts'
import type { CommandOf, StuckPosition } from './command.ts'

const lists: readonly StuckPosition['list'][] = [...allOpenShards, 'late']

/** What is missing, in the operator's words; reconciliation makes up for the rest, and nobody waits for that. */
const lackOf: Readonly<Record<Effect['kind'], string | undefined>> = {
  signal: 'workflow',
  visit: 'visit',
  message: 'message',
  alert: 'alert',
  expire: 'end',
  publish: 'event',
  'publish-late': 'event',
  try: 'next try',
  fact: undefined,
  settle: undefined,
  case: undefined,
  'agent-case': undefined,
}

interface StuckItem {
  readonly verificationId: number
  readonly product: string
  readonly outcome?: string
  /** When the decision, or the next try of a late look-up, was due. */
  readonly dueAt: string
  /** Nobody has decided by then. */
  readonly isLate: boolean
  /** What reconciliation will see to. */
  readonly lacks: readonly string[]
}

const lacksOf = (effects: readonly Effect[]): readonly string[] => [
  ...new Set(effects.flatMap(({ kind }) => lackOf[kind] ?? [])),
]

const stuckOf = (verification: Verification, isAssigned: boolean, nowMs: number): StuckItem => {
  const { id, product, outcome, requestedAt } = verification
  const expirySeconds = setting('VERIFICATION_EXPIRY_SECONDS')
  const dueMs = Date.parse(requestedAt) + setting('VERIFICATION_DUE_SECONDS') * 1000
  const dueAt = new Date(dueMs).toISOString()
  return {
    verificationId: id,
    product,
    outcome,
    dueAt,
    isLate: !isFinal(outcome) && dueMs < nowMs,
    lacks: lacksOf(effectsOfStaleVerification(verification, { isAssigned, nowMs, expirySeconds })),
  }
}

interface StuckPage {
  readonly found: readonly StuckItem[]
  readonly next: StuckPosition['after']
}

const readLate = async (tenant: Tenant, after: StuckPosition['after'], nowMs: number): Promise<StuckPage> => {
  const { items, after: next } = await listLate(tenant, after)
  const found = items.map(late => ({
    verificationId: late.verificationId,
    product: late.product,
    dueAt: new Date(late.notBeforeMs).toISOString(),
    isLate: false,
    lacks: lacksOf(effectsOfOverdueLookup(late, nowMs)),
  }))
  return { found, next }
}

const readOpen = async (tenant: Tenant, part: number, after: StuckPosition['after'], nowMs: number) => {
  const before = { beforeMs: nowMs - streamSettleMs, after }
  const { verifications, after: next } = await listOpen(tenant, part, before)
  const assignments = await findAssignments(verifications.map(verificationKeyOf))
  return { found: verifications.map(one => stuckOf(one, assignments.has(one.id), nowMs)), next }
}

/** Pages that one call reads, of up to 100 each: the operator sees how it goes on. */
const pagesPerCall = 5

/** What is open and late, or lacks something that reconciliation would see to, of one tenant. */
export const listStuck = async ({ organisationId, mode, after: from }: CommandOf<'listStuck'>) => {
  const nowMs = Date.now()
  const tenant = { organisationId, mode }
  const stuck: StuckItem[] = []
  let position: StuckPosition | undefined = from ?? { list: lists[0]! }
  if (!lists.includes(position.list)) throw new Error('after: expected what an answer had as its next')
  for (let read = 0; position && read < pagesPerCall; read++) {
    const { list, after }: StuckPosition = position
    const page: StuckPage =
      list === 'late' ? await readLate(tenant, after, nowMs) : await readOpen(tenant, list, after, nowMs)
    stuck.push(...page.found.filter(({ isLate, lacks }) => isLate || lacks.length > 0))
    const following: StuckPosition['list'] | undefined = lists[lists.indexOf(list) + 1]
    if (page.next) position = { list, after: page.next }
    else position = following === undefined ? undefined : { list: following }
  }
  return { stuck, ...(position && { next: position }) }
}
