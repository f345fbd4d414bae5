import { defineKind, listParts, partOf, prefixQuery, type Told, toKey } from '../table/kind.ts'
import type { Mode } from '../table/tenant.ts'

/**
 * Its lines, the summary of a day, visits by day, and the last count of the fieldwork.
 * `tally#<mode>#<day>`, `line#<digest>`; read by overview, reconcile-all (what ended on a day).
 * `tally#<mode>#<day>`, `summary`; read by overview (a day that is over).
 * `tally#<mode>#visits#<day>#<part>`, `line#<digest>`; read by fieldwork, cases (what was visited on a day of the
 * places).
 * `tally#<mode>#fieldwork`, `count`; read by getFieldworkHealth (the last count).
 */
export const statsKind = defineKind({
  name: 'stats',
  writable: ['tally#*'],
  /** Longer than the thirty days of the overview. */
  days: 40,
})

export const statsTold = {
  kind: statsKind,
  what: 'daily stats (table)',
  holds: 'ids of verifications, agents and reviewers, LGAs, outcomes and times; nothing of the applicant',
  after: 'that day',
  erased: 'stays until then',
  notExported: 'It contains counts by ids; the record has the same times and outcomes.',
} as const satisfies Told

/** @param day `2026-11-22`; each batch of stream changes adds a line */
const statsPartition = (mode: Mode, day: string): string => `tally#${mode}#${day}`

export const statsLineKey = (mode: Mode, day: string, digest: string) =>
  toKey(statsPartition(mode, day), `line#${digest}`)

export const statsLinesQuery = (mode: Mode, day: string) => prefixQuery(statsPartition(mode, day), 'line')

/** In parts, since each count of the fieldwork reads the whole day: a part of 40,000 visits has 150 read units. */
const visitsPartition = (mode: Mode, day: string, part: number): string =>
  `tally#${mode}#visits#${day}#${part}`

/** @param day `2026-11-22`, by the clock of the places */
export const visitLineKey = (mode: Mode, day: string, digest: string) =>
  toKey(visitsPartition(mode, day, partOf(digest)), `line#${digest}`)

export const visitLinesQueries = (mode: Mode, day: string) =>
  listParts.map(part => ({ partition: visitsPartition(mode, day, part) }))

export const fieldworkCountKey = (mode: Mode) => toKey(`tally#${mode}#fieldwork`, 'count')

/** `tally#<mode>#work`, `count`; read by the overview (the last count of open work). */
export const workCountKey = (mode: Mode) => toKey(`tally#${mode}#work`, 'count')

export const statsSummaryKey = (mode: Mode, day: string) => toKey(statsPartition(mode, day), 'summary')
