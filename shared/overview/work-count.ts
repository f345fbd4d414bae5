import { findWork, listAllDue, listDue, type ListedWork } from '../work/assignment/list-store.ts'
import type { Mode } from '../table/tenant.ts'
import { toWorkCounts } from './counted-work.ts'
import { longestLate } from './find-stuck.ts'
import { toHeld } from './results.ts'
import { findWorkCount, saveWorkCount, type WorkCount } from './work-count-store.ts'

const toWorkCount = (all: readonly ListedWork[], isMore: boolean, nowMs: number): WorkCount => ({
  work: toWorkCounts({ assignments: all, isMore }, nowMs),
  held: toHeld(all),
  late: longestLate(all, nowMs),
})

/** Counts all open work, for everybody who looks until the next count. */
export const countWork = async (mode: Mode, nowMs: number): Promise<void> => {
  await saveWorkCount(mode, toWorkCount(await listAllDue(mode), false, nowMs))
}

/** Of what is open, and of what is reported: a page of them. */
const mostRead = 100

/**
 * Counts what fits on a page as it is now. Of more it answers the last count, some minutes old: nobody who looks waits for
 * all that is open. What the count has as late is read again, since somebody may have seen to it.
 */
export const readWorkCount = async (mode: Mode, nowMs: number): Promise<WorkCount> => {
  const { assignments, isMore } = await listDue(mode, mostRead)
  const counted = isMore ? await findWorkCount(mode) : undefined
  return counted
    ? { ...counted, late: await findWork(counted.late) }
    : toWorkCount(assignments, isMore, nowMs)
}
