import { setting } from '../../aws/environment.ts'
import { log } from '../../aws/log.ts'
import { endOfHour, hoursBetween, hoursLater, lastClosableHour } from '../../trail/hour.ts'
import { signJws } from '../receipt/signing.ts'
import { Head, headType } from './contract.ts'
import { hashLeaves, serialiseLeaves } from './leaf.ts'
import { digestHead, type StoredHead, saveHead, saveLeaves, listHeads, readStoredHead } from './log.ts'
import { listLeaves } from './leaf-store.ts'
import { merkleRoot } from './tree.ts'

/** Where the newest head is looked for first, in hours: an outage is seldom longer. */
const nearHours = 7 * 24
/** So far back the very first hour is looked for, so that what was written before the first run is logged. */
const firstHours = 24
/** So many at a time: what is left over is for the next run. */
const hoursPerRun = 200

/** The heads of hours that are over, as far back as it takes to find one. One that somebody planted ahead waits for its hour. */
const headsUpTo = async (lastOver: string): Promise<readonly StoredHead[]> => {
  const upTo = (heads: readonly StoredHead[]) => heads.filter(({ hour }) => hour <= lastOver)
  const near = upTo(await listHeads(hoursLater(lastOver, -nearHours)))
  return near.length > 0 ? near : upTo(await listHeads())
}

/** The head behind which the first is missing; undefined before the first. */
const lastOfRow = (heads: readonly StoredHead[]): StoredHead | undefined =>
  heads.find(({ hour }, place) => heads[place + 1]?.hour !== hoursLater(hour, 1))

/** The first hour of the log: the oldest of the last days in which something was written. */
const firstHour = async (lastOver: string): Promise<string> => {
  for (const hour of hoursBetween(hoursLater(lastOver, -firstHours), lastOver))
    if ((await listLeaves(hour)).length > 0) return hour
  return lastOver
}

/**
 * Closes an hour: its leaves, then its head over them. Whoever finds leaves goes by those, whatever came late into the
 * table, so that however often and by however many it is closed there is one head.
 */
const closeHour = async (hour: string, previous: string | null, nowMs: number): Promise<string> => {
  const leaves = hashLeaves(await saveLeaves(hour, serialiseLeaves(await listLeaves(hour))))
  const root = merkleRoot(leaves).toString('hex')
  const head: Head = { iss: setting('API_URL'), hour, size: leaves.length, root, previous }
  return saveHead(hour, await signJws(headType, Head.parse(head), endOfHour(hour) - 1, nowMs))
}

/** Closes every hour that is over and has no head, oldest first. Answers which. */
export const closeHours = async (nowMs: number): Promise<readonly string[]> => {
  const lastOver = lastClosableHour(nowMs)
  const last = lastOfRow(await headsUpTo(lastOver))
  const first = last ? hoursLater(last.hour, 1) : await firstHour(lastOver)
  const hours = hoursBetween(first, lastOver).slice(0, hoursPerRun)
  let previous = last ? digestHead(await readStoredHead(last)) : null
  for (const hour of hours) {
    previous = digestHead(await closeHour(hour, previous, nowMs))
    log('trail-log.closed', { result: hour })
  }
  return hours
}
