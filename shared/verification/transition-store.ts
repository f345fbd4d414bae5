import { database } from '../table/driver.ts'
import { minIdAt } from '../table/id.ts'
import { listIndexAttributes } from '../table/kind.ts'
import {
  absent,
  allOf,
  type Check,
  type Condition,
  conditionsMet,
  failureOf,
  type Item,
  type QueryPage,
  type Update,
  type Write,
} from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import { type Tenant, toVerificationKey, type VerificationKey } from '../table/tenant.ts'
import type { Facts, TrailEvent } from '../trail/entry.ts'
import { writeWithTrail } from '../trail/store.ts'
import { assignmentKey, assignmentKind } from './assignment-kind.ts'
import { isFinal, type Outcome } from './contract/outcome.ts'
import { openKey, openQuery, openShards, verificationKey } from './kinds.ts'
import { toOpenItem } from './store.ts'
import { type Transition, type TransitionName, transitions } from './transition.ts'
import { workEnd } from './work-end.ts'
import type { Verification } from './verification.ts'

const isIn = (from: readonly Outcome[]): Condition => ({
  when: `#outcome IN (${from.map(outcome => `:${outcome}`).join(', ')})`,
  values: Object.fromEntries(from.map(outcome => [outcome, outcome])),
})

const attributeOf = { visited: '#report' } as const

/**
 * Ends people's work, in the write that makes its record final: so a write to the work need not look at the record.
 * Of work that was not opened this leaves a mark, so that it is not opened afterwards.
 */
export const workEndWrite = (key: VerificationKey, at: string, condition?: Condition): Update => ({
  update: assignmentKey(key, key.verificationId),
  set: { ...toVerificationKey(key), status: workEnd.to },
  setOnce: { expiresAt: expiresAt(at, assignmentKind.days) },
  remove: [...workEnd.clears, ...listIndexAttributes],
  ...(condition && { condition }),
})

export interface TransitionChanges {
  readonly to: Outcome
  readonly at: string
  /** Who makes it, for the trail: a worker's or client's id, or `service` for what time brings. */
  readonly by: string
  readonly set?: Item
  readonly setOnce?: Item
  readonly remove?: readonly string[]
  readonly given?: Condition
  readonly facts?: Facts
  readonly events?: readonly TrailEvent[]
  readonly also?: readonly Write[]
  /** Of people's work, where the record may become final only then. */
  readonly whileWork?: Condition
  /** How people's work ends with the record, where it leaves more than its end. */
  readonly work?: Update
}

/** A write whose answer was lost is sent again, and meets itself. Nothing stored: another write's condition stood in the way. */
const isOwn = (stored: Item | undefined, set: Item): boolean =>
  stored !== undefined && ['outcome', 'updatedAt', 'decidedBy'].every(name => stored[name] === set[name])

/** One transaction, whose condition is the row of the table. Answers false if the move is not legal (any more). */
export const transitionVerification = async (
  key: VerificationKey,
  name: TransitionName,
  change: TransitionChanges,
): Promise<boolean> => {
  const { to, at, by, set, setOnce, remove, given, facts, events = [], also = [] } = change
  const { from, to: legal, word, unless, keeps }: Transition = transitions[name]
  if (!legal.includes(to)) throw new RangeError(`${name} does not lead to ${to}`)
  const update = {
    update: verificationKey(key, key.verificationId),
    set: { ...(!keeps && { outcome: to, updatedAt: at }), ...set } as Item,
    ...(setOnce && { setOnce }),
    ...(remove && { remove }),
    condition: allOf([isIn(from), given])!,
  }
  const isEnd = isFinal(to) && !from.some(isFinal)
  const isUnvisited = unless && { when: `attribute_not_exists(${attributeOf[unless]})` }
  const work = change.work ?? workEndWrite(key, at, allOf([isUnvisited, change.whileWork]))
  const moved = { what: word, by, facts: { outcome: to, ...facts } }
  const failure = await failureOf(
    writeWithTrail(key, at, [moved, ...events], { record: update, work: isEnd ? work : undefined, also }),
  )
  return !failure || (!unless && isOwn(failure.items.record, update.set))
}

/** Marks an outcome as published. A repeated publication of an earlier revision does not mark the newest. */
export const markPublished = async (key: VerificationKey, revision = 1): Promise<void> => {
  const condition = {
    when: 'attribute_not_exists(#revision) OR #revision <= :revision',
    values: { revision },
  }
  await conditionsMet(database.write({ delete: openKey(key, key.verificationId), condition }))
}

export const publishedCheck = (key: VerificationKey): Check => ({
  check: openKey(key, key.verificationId),
  condition: absent,
})

/** A new revision must be published, as an outcome is. */
export const requestRevisionEvent = (verification: Verification, revision: number): Write => ({
  put: { ...toOpenItem(verification), revision },
})

export const allOpenShards = openShards

export interface OpenPage {
  readonly verifications: readonly Verification[]
  readonly orphans: readonly VerificationKey[]
  readonly after?: Item
}

interface OpenRange {
  readonly beforeMs: number
  readonly after?: Item | undefined
}

/** Lists one shard of verifications that are open or unpublished, oldest first. */
export const listOpenKeys = (
  tenant: Tenant,
  part: number,
  { beforeMs, after }: OpenRange,
): Promise<QueryPage<VerificationKey>> =>
  database.query<VerificationKey>({ ...openQuery(tenant, part, minIdAt(beforeMs)), limit: 100, after })

/** Reads a page of one shard of verifications that are open or unpublished, whatever their age. */
export const listOpen = async (tenant: Tenant, part: number, range: OpenRange): Promise<OpenPage> => {
  const { items: open, after: next } = await listOpenKeys(tenant, part, range)
  const keys = open.map(key => verificationKey(key, key.verificationId))
  const verifications = await database.getMany<Verification>(keys)
  const found = new Set(verifications.map(({ id }) => id))
  const orphans = open.filter(({ verificationId }) => !found.has(verificationId))
  return { verifications, orphans, ...(next && { after: next }) }
}
