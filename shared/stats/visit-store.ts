import { createHash } from 'node:crypto'
import { toPlaceTime } from '../location/place-clock.ts'
import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import { expiresAt } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'
import type { VisitEntry } from './entry.ts'
import { statsKind, visitLineKey, visitLinesQueries } from './kinds.ts'
import { maxEntriesPerLine, packStatsLine, unpackStatsLine } from './store.ts'

/*
 * Visits lie apart from the other daily stats, by the day of the places: whoever counts them reads no decisions. A batch
 * of the stream's changes stores one line of them, as of the others: at most one write unit for a visit.
 */

const toDay = ({ at }: VisitEntry): string => toPlaceTime(Date.parse(at)).day

const saveLine = (visits: readonly VisitEntry[]): Promise<void> => {
  const { mode, at } = visits[0]!
  const line = packStatsLine(visits)
  const digest = createHash('sha256').update(line).digest('hex').slice(0, 16)
  const key = visitLineKey(mode, toDay(visits[0]!), digest)
  return database.write({ put: { ...key, line, expiresAt: expiresAt(at, statsKind.days) } })
}

/** Idempotent, also among other visits. */
export const saveVisits = async (visits: readonly VisitEntry[]): Promise<void> => {
  const byDay = Map.groupBy(visits, visit => `${visit.mode} ${toDay(visit)}`)
  for (const ofDay of byDay.values())
    for (let start = 0; start < ofDay.length; start += maxEntriesPerLine)
      await saveLine(ofDay.slice(start, start + maxEntriesPerLine))
}

const inOrder = (one: VisitEntry, other: VisitEntry): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : one.verificationId - other.verificationId

/**
 * The visits of a day, each once, by the time of its report: a repeated batch has it twice, and a report that was returned
 * comes again. It counts as it was reported first. Reads a line for each batch of changes.
 * @param day of the places
 */
export const readVisits = async (mode: Mode, day: string): Promise<readonly VisitEntry[]> => {
  const parts = await Promise.all(
    visitLinesQueries(mode, day).map(query => queryAll<{ line: Uint8Array }>(query)),
  )
  const visits = parts.flat().flatMap(({ line }) => unpackStatsLine<VisitEntry>(mode, line))
  const once = new Map<string, VisitEntry>()
  for (const visit of visits.toSorted(inOrder)) {
    const name = `${visit.organisationId} ${visit.verificationId}`
    if (!once.has(name)) once.set(name, visit)
  }
  return [...once.values()]
}
