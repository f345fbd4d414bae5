import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import { endOfHour, hoursBetween, hoursLater, lastClosableHour } from '../trail/hour.ts'
import { signJws } from '../signing/signing.ts'
import { Head, headType } from './contract.ts'
import { listLeaves } from './leaf-store.ts'
import {
  digestHead,
  hashLeaves,
  listHeads,
  readStoredHead,
  type StoredHead,
  saveHead,
  saveLeaves,
  serialiseLeaves,
} from './log.ts'
import { merkleRoot } from './tree.ts'

/** The first hour is searched this far back, so that what was written before the first run is logged. */
const firstHours = 24
/** The next run closes the rest. */
const hoursPerRun = 200

/** The newest head is searched here first: an outage is seldom longer. */
const nearHours = 7 * 24
/** Heads of past hours. A head that somebody planted for a future hour is ignored until then. */
const headsUpTo = async (lastOver: string): Promise<readonly StoredHead[]> => {
  const upTo = (heads: readonly StoredHead[]) => heads.filter(({ hour }) => hour <= lastOver)
  const near = upTo(await listHeads(hoursLater(lastOver, -nearHours)))
  return near.length > 0 ? near : upTo(await listHeads())
}

/** The last head before the first gap. */
const findLastHead = async (lastOver: string): Promise<StoredHead | undefined> => {
  const heads = await headsUpTo(lastOver)
  return heads.find(({ hour }, index) => heads[index + 1]?.hour !== hoursLater(hour, 1))
}

const firstHour = async (lastOver: string): Promise<string> => {
  for (const hour of hoursBetween(hoursLater(lastOver, -firstHours), lastOver))
    if ((await listLeaves(hour)).length > 0) return hour
  return lastOver
}

/** Saves the leaves first: whoever finds leaves uses those, so that concurrent and repeated runs produce the same head. */
const closeHour = async (hour: string, previous: string | null, nowMs: number): Promise<string> => {
  const leaves = hashLeaves(await saveLeaves(hour, serialiseLeaves(await listLeaves(hour))))
  const root = merkleRoot(leaves).toString('hex')
  const head: Head = { iss: setting('API_URL'), hour, size: leaves.length, root, previous }
  return saveHead(hour, await signJws(headType, Head.parse(head), endOfHour(hour) - 1, nowMs))
}

/** Closes every past hour without a head, oldest first, and returns them. */
export const closeHours = async (nowMs: number): Promise<readonly string[]> => {
  const lastOver = lastClosableHour(nowMs)
  const last = await findLastHead(lastOver)
  const first = last ? hoursLater(last.hour, 1) : await firstHour(lastOver)
  const hours = hoursBetween(first, lastOver).slice(0, hoursPerRun)
  let previous = last ? digestHead(await readStoredHead(last)) : null
  for (const hour of hours) {
    previous = digestHead(await closeHour(hour, previous, nowMs))
    log('trail-log.closed', { result: hour })
  }
  return hours
}
