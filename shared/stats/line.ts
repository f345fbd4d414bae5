import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Mode } from '../table/tenant.ts'
import type { Product } from '../verification/contract/product.ts'
import type { Outcome } from '../verification/contract/outcome.ts'
import type { LinkPurpose } from '../link/purpose.ts'
import type { StatsEntry } from './entry.ts'

/** A day in UTC, `2026-11-22`. */
export type Day = string

export const utcDayOf = (at: string): Day => at.slice(0, 10)

/** An entry by place, as JSON writes it shortest: its kind, its verification, its second of the day, and what the kind has. */
type Row = readonly [StatsEntry['kind'], number, number, number, ...(readonly (string | number)[])]

const restOf = (entry: StatsEntry): readonly (string | number)[] => {
  switch (entry.kind) {
    case 'ended':
      return [entry.product, entry.outcome, entry.minutes]
    case 'decided':
      return [entry.agent, entry.reviewer, Number(entry.isApproved), Number(entry.agrees), entry.minutes]
    case 'backChecked':
      return [entry.agent, Number(entry.agrees)]
    case 'unsent':
      return [entry.purpose, entry.number]
    default:
      return [entry.agent, entry.reviewer]
  }
}

const rowOf = (entry: StatsEntry): Row => {
  const second = Math.floor((Date.parse(entry.at) - Date.parse(utcDayOf(entry.at))) / 1000)
  return [entry.kind, entry.organisationId, entry.verificationId, second, ...restOf(entry)]
}

const entryIn = (mode: Mode, day: Day, row: Row): StatsEntry => {
  const [kind, organisationId, verificationId, second, ...rest] = row
  const at = new Date(Date.parse(day) + second * 1000).toISOString()
  const about = { organisationId, mode, verificationId, at }
  const [one, two, three, four, five] = rest
  switch (kind) {
    case 'ended':
      return { kind, ...about, product: one as Product, outcome: two as Outcome, minutes: Number(three) }
    case 'decided':
      return {
        ...{ kind, ...about, agent: `${one}`, reviewer: `${two}` },
        ...{ isApproved: three === 1, agrees: four === 1, minutes: Number(five) },
      }
    case 'backChecked':
      return { kind, ...about, agent: `${one}`, agrees: two === 1 }
    case 'unsent':
      return { kind, ...about, purpose: one as LinkPurpose, number: Number(two) }
    default:
      return { kind, ...about, agent: `${one}`, reviewer: `${two}` }
  }
}

const pack = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value), { level: 9 })
const unpack = (bytes: Uint8Array): unknown => JSON.parse(inflateRawSync(bytes).toString('utf8'))

/** Packs what happened on one day: a dozen verifications' ends and decisions are one write unit. The same entries are the same bytes. */
export const packStatsLine = (entries: readonly StatsEntry[]): Uint8Array => pack(entries.map(rowOf))

/** What was packed; times as whole seconds. */
export const unpackStatsLine = (mode: Mode, day: Day, line: Uint8Array): readonly StatsEntry[] =>
  (unpack(line) as readonly Row[]).map(row => entryIn(mode, day, row))

/** Whatever else is kept packed beside the lines. */
export const packed = { pack, unpack } as const
