import { createHash } from 'node:crypto'
import { toPlaceTime } from '../location/place-clock.ts'
import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import { expiresAt } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'
import { maxFactsPerLine, packLine, unpackLine } from './day-store.ts'
import type { Fact, Reported } from './fact.ts'
import { statsKind, visitLineKey, visitLinesQueries } from './kinds.ts'

/*
 * Visits lie apart from the other daily stats, by the day of the places: whoever counts them reads no decisions. A batch
 * of the stream's changes stores one line of them, as of the others: at most one write unit for a visit.
 */

/** What needs no visit is in no LGA. */
export const isVisit = (fact: Fact): fact is Reported => fact.kind === 'reported' && fact.lgaId > 0

const toDay = ({ at }: Reported): string => toPlaceTime(Date.parse(at)).day

const saveLine = (visits: readonly Reported[]): Promise<void> => {
  const { mode, at } = visits[0]!
  const line = packLine(visits)
  const digest = createHash('sha256').update(line).digest('hex').slice(0, 16)
  const key = visitLineKey(mode, toDay(visits[0]!), digest)
  return database.write({ put: { ...key, line, expiresAt: expiresAt(at, statsKind.days) } })
}

/** Idempotent, also among other visits. */
export const saveVisits = async (visits: readonly Reported[]): Promise<void> => {
  const byDay = Map.groupBy(visits, visit => `${visit.mode} ${toDay(visit)}`)
  for (const ofDay of byDay.values())
    for (let start = 0; start < ofDay.length; start += maxFactsPerLine)
      await saveLine(ofDay.slice(start, start + maxFactsPerLine))
}

const inOrder = (one: Reported, other: Reported): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : one.verificationId - other.verificationId

/**
 * The visits of a day, each once, by the time of its report: a repeated batch has it twice, and a report that was returned
 * comes again. It counts as it was reported first. Reads a line for each batch of changes.
 * @param day of the places
 */
export const readVisits = async (mode: Mode, day: string): Promise<readonly Reported[]> => {
  const parts = await Promise.all(
    visitLinesQueries(mode, day).map(query => queryAll<{ line: Uint8Array }>(query)),
  )
  const visits = parts.flat().flatMap(({ line }) => unpackLine<Reported>(mode, line))
  const once = new Map<string, Reported>()
  for (const visit of visits.toSorted(inOrder)) {
    const name = `${visit.organisationId} ${visit.verificationId}`
    if (!once.has(name)) once.set(name, visit)
  }
  return [...once.values()]
}
