import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import {
  absent,
  type Condition,
  conditionsMet,
  type Delete,
  failureOf,
  type Key,
  type Put,
  type Query,
  type Update,
} from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Month } from './contract.ts'
import { ledgerKind, ledgerLinePrefix } from './kinds.ts'
import type { LedgerLine } from './line.ts'
import { ledgerLineKey } from './line-store.ts'
import {
  countedChargeKey,
  countedChargeKind,
  ledgerDaySumKey,
  ledgerDaySumsQuery,
  ledgerSumKey,
  ledgerSumsQuery,
} from './sum-kinds.ts'
import { createLineSums, type LineSum } from './sum.ts'

/*
 * What a month's charges add up to is kept as it grows: a reader reads a few dozen items, however many charges there are.
 * Whoever reads the stream adds new lines, each in one transaction with a mark of its own, so that one that comes again,
 * later or among others counts once. A day's sum is in parts while it grows, by the part of the line, product and rule;
 * the daily check puts them together when no line of that day can come any more.
 */

/** Of a line, as the stream names what changed. */
export const isLedgerPartition = (pk: string | undefined): boolean =>
  pk?.startsWith(ledgerLinePrefix) === true

/** `2026-11-20`, in UTC. */
export type LedgerDay = string

export const ledgerDayOf = ({ chargedAt }: Pick<LedgerLine, 'chargedAt'>): LedgerDay => chargedAt.slice(0, 10)

type SumPart = LineSum & Key & { readonly countedAt: string }
type DaySum = Key & { readonly sums: readonly LineSum[]; readonly countedAt: string }

const expiryOf = (day: LedgerDay): number => expiresAt(`${day}T23:59:59.999Z`, ledgerKind.days)

const toMark = (line: LedgerLine, now: string): Put => ({
  put: { ...countedChargeKey(ledgerLineKey(line)), expiresAt: expiresAt(now, countedChargeKind.days) },
  condition: absent,
})

const sumKeyOf = (line: LedgerLine): Key =>
  ledgerSumKey(line, ledgerDayOf(line), line.verificationId, line.product, line.rule)

const toAddition = (lines: readonly LedgerLine[], now: string): Update => {
  const [{ product, rule }] = lines as readonly [LedgerLine]
  const [{ count, amount }] = createLineSums(lines).list() as readonly [LineSum]
  return {
    update: sumKeyOf(lines[0]!),
    set: { product, rule, countedAt: now, expiresAt: expiryOf(ledgerDayOf(lines[0]!)) },
    add: { count, amount },
  }
}

/** A transaction has at most 100 writes: the sum's is one. */
export const countedTogether = 99

/** Lines of one sum. Those that were added before fail by their marks, and the others are added without them. */
const addLines = async (lines: readonly LedgerLine[], now: string): Promise<void> => {
  if (lines.length === 0) return
  const nameOf = (line: LedgerLine): string => ledgerLineKey(line).sk
  const marks = lines.map(line => [nameOf(line), toMark(line, now)] as const)
  const writes = Object.fromEntries<Put | Update>([['sum', toAddition(lines, now)], ...marks])
  const failure = await failureOf(database.transact(writes))
  if (failure)
    await addLines(
      lines.filter(line => !failure.failed.has(nameOf(line))),
      now,
    )
}

/** Adds each line to the sum of its day, once however often it comes. Returns what became of each, in their order. */
export const countCharges = async (
  lines: readonly LedgerLine[],
  nowMs: number,
): Promise<readonly PromiseSettledResult<void>[]> => {
  const now = new Date(nowMs).toISOString()
  const added = new Map<LedgerLine, Promise<void>>()
  // One after the other within a sum, all sums side by side.
  for (const ofSum of Map.groupBy(lines, line => Object.values(sumKeyOf(line)).join(' ')).values()) {
    // The stream may bring a line twice in one batch, and a transaction takes no key twice.
    const once = [...new Map(ofSum.map(line => [ledgerLineKey(line).sk, line])).values()]
    let before: Promise<void> = Promise.resolve()
    for (let first = 0; first < once.length; first += countedTogether) {
      const together = once.slice(first, first + countedTogether)
      before = before.then(() => addLines(together, now))
      const keys = new Set(together.map(line => ledgerLineKey(line).sk))
      for (const line of ofSum) if (keys.has(ledgerLineKey(line).sk)) added.set(line, before)
    }
  }
  return Promise.allSettled(lines.map(line => added.get(line)!))
}

export interface KeptSums {
  /** By product and rule; one may come more than once. */
  readonly sums: readonly LineSum[]
  /** When a charge was added last; absent where there is none. */
  readonly countedAt?: string
}

const readSums = async (query: Query) => {
  const items = await queryAll<SumPart | DaySum>({ ...query, consistent: true })
  const sums = items.flatMap(item => ('sums' in item ? item.sums : [item]))
  const countedAt = items.map(item => item.countedAt).reduce((one, other) => (one > other ? one : other), '')
  return { items, sums: createLineSums(sums).list(), ...(countedAt && { countedAt }) }
}

export const readMonthSums = async (tenant: Tenant, month: Month): Promise<KeptSums> => {
  const { items: _, ...kept } = await readSums(ledgerSumsQuery(tenant, month))
  return kept
}

const unchanged = ({ count, amount }: SumPart): Condition => ({
  when: '#count = :count AND #amount = :amount',
  values: { count, amount },
})

export type DaySums = Awaited<ReturnType<typeof readDaySums>>

export const readDaySums = (tenant: Tenant, day: LedgerDay) => readSums(ledgerDaySumsQuery(tenant, day))

/**
 * Puts the parts of a day together, as what its lines add up to. For a day whose lines the stream does not bring any more:
 * one that came later would be added to what has it. Returns false where somebody else was faster.
 */
export const replaceDaySums = async (
  tenant: Tenant,
  day: LedgerDay,
  { items, countedAt }: DaySums,
  counted: { readonly sums: readonly LineSum[]; readonly nowMs: number },
): Promise<boolean> => {
  const parts = items.filter((item): item is SumPart => !('sums' in item))
  const deletions = parts.map(
    (part): Delete => ({ delete: { pk: part.pk, sk: part.sk }, condition: unchanged(part) }),
  )
  const put = {
    ...ledgerDaySumKey(tenant, day),
    sums: counted.sums,
    countedAt: countedAt ?? new Date(counted.nowMs).toISOString(),
    expiresAt: expiryOf(day),
  }
  return conditionsMet(database.transact({ day: { put }, parts: deletions }))
}
