import { defineKind, listPartCount, type Told, tenant, toKey } from '../table/kind.ts'
import type { Key } from '../table/port.ts'
import type { Tenant } from '../table/tenant.ts'

/**
 * Told, and kept as long, as the lines that it adds up.
 * `ledger-sum#<t>#<month>`, `<day>[#<part>#<product>#<rule>]`; read by listCharges, the ledger's check (what a
 * day's charges add up to).
 */
export const ledgerSumKind = defineKind({ name: 'ledgerSum', writable: ['ledger-sum#*'] })

/** `ledger-sum#counted#<line's pk>`, `as ledger line`; read by whoever adds up (a charge that is in its sum). */
export const countedChargeKind = defineKind({
  name: 'countedCharge',
  writable: ['ledger-sum#*'],
  /** Longer than the stream brings a charge again. */
  days: 3,
})

export const countedChargeTold = {
  kind: countedChargeKind,
  what: 'mark that a charge is in its sum (table)',
  holds: 'nothing: the key of the line',
  after: 'it was added up',
  erased: 'stays until then',
  notExported: 'It is the key of a line of the ledger.',
} as const satisfies Told

const ledgerSumPartition = (of: Tenant, month: string): string => `ledger-sum#${tenant(of)}#${month}`

/**
 * A part of a day's sum is written by whoever reads the stream's shard in which the lines of that part are, so that
 * nobody waits for another.
 */
export const ledgerSumKey = (of: Tenant, day: string, id: number, ...kind: readonly [string, string]) =>
  toKey(ledgerSumPartition(of, day.slice(0, 7)), [day, id % listPartCount, ...kind].join('#'))

/** Of a day whose parts were put together. */
export const ledgerDaySumKey = (of: Tenant, day: string) =>
  toKey(ledgerSumPartition(of, day.slice(0, 7)), day)

export const ledgerSumsQuery = (of: Tenant, month: string) => ({ partition: ledgerSumPartition(of, month) })

/** A day's sum and its parts. */
export const ledgerDaySumsQuery = (of: Tenant, day: string) => ({
  partition: ledgerSumPartition(of, day.slice(0, 7)),
  from: day,
  to: `${day}$`,
})

export const countedChargeKey = ({ pk, sk }: Key) => toKey(`ledger-sum#counted#${pk}`, sk)
