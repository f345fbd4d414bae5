import { decidable, isCharged, isFinal, reportOf, type Verification, type VerificationType } from './rules.ts'
import type { Step } from './scheduler.ts'
import { moveRecord, putAssignment } from './table.ts'
import { iso, pick, type Told, type World } from './world.ts'

/** How often somebody who heard nothing tries again. */
const tries = 4

/** What every decided end costs; the list itself is a stage's. */
const price = 2500

type Decided = Parameters<typeof reportOf>[1]
type Report = ReturnType<typeof reportOf>

const verificationTypeOf = ({ product }: Verification): VerificationType =>
  product === 'employment' ? 'employment' : 'address'

/** One of the ends that a person may decide. */
export const drawEnd = (world: World, record: Verification): Decided =>
  pick(decidable(verificationTypeOf(record)), world.random)

const ended = (record: Verification, report: Report, outcome: Decided, at: string) => ({
  outcome,
  price: isCharged(outcome) ? price : 0,
  updatedAt: at,
  report,
  ...(outcome === 'verified' ? { approvedAt: at } : { rejectedAt: at }),
  adminComment: `as ${outcome} of ${record.id}`,
})

/** Writes the report of a visit, if the work is open and has none, and the record is open. */
export const visit =
  (world: World, id: number, outcome: Decided): Step =>
  () => {
    const [record, work] = [world.records.get(id), world.assignments.get(id)]
    if (!record || !work || work.report || record.outcome !== 'accepted') return undefined
    const nowMs = world.clock.nowMs()
    putAssignment(world, { ...work, report: reportOf(record, outcome, iso(nowMs)) })
    world.visitedAtMs.set(id, nowMs)
    return undefined
  }

/** The write that decides: it ends the record. */
const write = (world: World, id: number, outcome: Decided): boolean => {
  const record = world.records.get(id)!
  const at = iso(world.clock.nowMs())
  const report = world.assignments.get(id)?.report ?? reportOf(record, outcome, at)
  return moveRecord(world, id, 'decide', ended(record, report, outcome, at))
}

/** The decision apart from the record, as it must not be: it counts before the record has ended. */
const writeApart = (world: World, id: number, outcome: Decided, tell: (isFirst: boolean) => Step): Step => {
  if (world.records.get(id)!.outcome !== 'accepted') return tell(false)
  return () => {
    write(world, id, outcome)
    return tell(true)
  }
}

const note = (world: World, told: Pick<Told, 'id' | 'by' | 'wanted' | 'isFirst'>): void => {
  const record = world.records.get(told.id)!
  world.told.push({ ...told, isFinal: isFinal(record.outcome), isVisited: world.visitedAtMs.has(told.id) })
}

/** Decides, and is told whether that was first; asks again if nothing was heard. */
export const decide = (world: World, id: number, outcome: Decided, afterMs: number, left = tries): void => {
  const tell = (isFirst: boolean): Step => {
    return () => {
      const isTold = isFirst || world.mutant === 'decision-always-succeeds'
      note(world, { id, by: 'decision', wanted: outcome, isFirst: isTold })
      return undefined
    }
  }
  const step: Step = () => {
    if (!world.records.has(id)) return undefined
    if (world.mutant === 'decision-in-two-writes') return writeApart(world, id, outcome, tell)
    return tell(write(world, id, outcome))
  }
  const died = () => {
    if (left > 0) decide(world, id, outcome, 2000, left - 1)
  }
  world.clock.begin(afterMs, step, { died })
}

/** Cancels, and is told whether that was in time; once more is no error. */
export const cancel = (world: World, id: number, afterMs: number, left = tries): void => {
  const tell = (isFirst: boolean): undefined => {
    const isTold = isFirst || world.mutant === 'cancel-always-succeeds'
    note(world, { id, by: 'cancellation', wanted: 'cancelled', isFirst: isTold })
  }
  const step: Step = () => {
    const found = world.records.get(id)
    if (!found) return undefined
    if (found.outcome === 'cancelled') return tell(true)
    return () => {
      const isMoved = moveRecord(world, id, 'cancel', { outcome: 'cancelled' })
      return () => tell(isMoved || world.records.get(id)!.outcome === 'cancelled')
    }
  }
  const died = () => {
    if (left > 0) cancel(world, id, 2000, left - 1)
  }
  world.clock.begin(afterMs, step, { died })
}
