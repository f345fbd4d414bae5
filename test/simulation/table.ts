import {
  type Assignment,
  type Change,
  isFinal,
  type Move,
  moves,
  type Outcome,
  type Transition,
  type Verification,
} from './rules.ts'
import { iso, type World } from './world.ts'

/* The table: conditional writes, and the stream of what they changed. */

const tell = (world: World, change: Change): void => {
  world.stream.push(change)
  world.wake()
}

/** Writes a record, which the stream tells. */
export const putRecord = (world: World, after: Verification): void => {
  const before = world.records.get(after.id)
  world.records.set(after.id, after)
  if (!before) world.open.add(after.id)
  tell(world, { kind: 'verification', before, after })
  if (!isFinal(after.outcome)) return
  const ends = world.ends.get(after.id) ?? []
  world.ends.set(after.id, [...ends, { atMs: world.clock.nowMs(), record: after }])
}

/** Writes people's work, which the stream tells. */
export const putAssignment = (world: World, after: Assignment): void => {
  const before = world.assignments.get(after.verificationId)
  world.assignments.set(after.verificationId, after)
  tell(world, { kind: 'assignment', before, after })
}

/** What a mutant does to a row of the table of moves. */
const rowOf = (
  { mutant }: World,
  move: Move,
): { from?: Transition['from']; unless?: Transition['unless'] } => {
  const { unless, from }: Transition = moves[move]
  const isOpenToAll =
    (move === 'decide' && mutant === 'decision-after-the-end') ||
    (move === 'cancel' && mutant === 'cancel-after-the-end') ||
    (move === 'expire' && mutant === 'expiry-after-the-end') ||
    (move === 'delay' && mutant === 'lateness-opens-again')
  return {
    ...(!isOpenToAll && { from }),
    ...(unless && mutant !== 'cancel-after-the-visit' && { unless }),
  }
}

/** Makes one move of a record, if its row allows it now: outcome and facts of the people's work in one condition. */
export const moveRecord = (
  world: World,
  id: number,
  move: Move,
  change: { readonly outcome: Outcome; readonly [field: string]: unknown },
): boolean => {
  const record = world.records.get(id)
  const work = world.assignments.get(id)
  const { from, unless } = rowOf(world, move)
  if (!record || (from && !from.includes(record.outcome))) return false
  if (unless === 'visited' && work?.report) return false
  putRecord(world, { ...record, updatedAt: iso(world.clock.nowMs()), ...change } as Verification)
  return true
}
