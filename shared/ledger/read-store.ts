import { database } from '../table/driver.ts'
import { ledgerKey, ledgerPageKeyPattern, ledgerQuery } from '../table/keys.ts'
import { forEachPage, queryShards, type ResultPage, readFilteredPage } from '../table/paging.ts'
import type { Key } from '../table/port.ts'
import type { Tenant } from '../table/tenant.ts'
import { compareRows, inFixedOrder, isInRange, type LedgerRow, type RowRange } from './closed-month.ts'
import { listClosedMonths, readClosedRows } from './closed-month-store.ts'
import type { Month } from './contract.ts'
import { type Charge, type LedgerLine, monthOf } from './line.ts'

/* Lines of a month that is open are in the table, those of a closed one in its objects, and late ones in the table. */

export const ledgerListKeyPattern = ledgerPageKeyPattern

type StoredLine = LedgerLine & Key & { readonly expiresAt: number }

const lineIn = ({ pk: _pk, sk: _sk, expiresAt: _expiresAt, ...line }: StoredLine): LedgerLine =>
  inFixedOrder(line)

type PageQuery = RowRange & { readonly limit: number }

/** What the table has of a month, and with a cursor no more than up to there. */
export const readTableRows = async (
  tenant: Tenant,
  month: Month,
  query: PageQuery,
): Promise<ResultPage<LedgerRow, string>> => {
  const { items, ...page } = await queryShards<StoredLine>(ledgerQuery(tenant, month), {
    ...query,
    consistent: true,
  })
  return { items: items.map(item => ({ sk: item.sk, line: lineIn(item) })), ...page }
}

/** A page of a month, with a cursor exactly where another row follows. */
const readRows = async (
  tenant: Tenant,
  month: Month,
  query: PageQuery,
): Promise<ResultPage<LedgerRow, string>> => {
  // One more than the page holds tells whether another follows.
  const more = { ...query, limit: query.limit + 1 }
  const [table, closedMonths] = await Promise.all([
    readTableRows(tenant, month, more),
    listClosedMonths(tenant, month),
  ])
  const closed = await Promise.all(closedMonths.map(each => readClosedRows(each, more)))
  const { cursor: end } = table
  const isKnown = ({ sk }: LedgerRow): boolean =>
    end === undefined || !isInRange({ ...query, beyond: end }, sk)
  // While its lines are deleted, an object and the table have the same ones.
  const rows = new Map([...closed.flat().filter(isKnown), ...table.items].map(row => [row.sk, row]))
  const sorted = [...rows.values()].toSorted(compareRows)
  const found = query.newestFirst ? sorted.toReversed() : sorted
  const items = found.slice(0, query.limit)
  const cursor = found.length > query.limit ? items.at(-1)!.sk : end
  return { items, ...(cursor !== undefined && { cursor }) }
}

/** ISO 8601; `from` included, `to` excluded. */
export interface ChargePeriod {
  readonly month: Month
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Oldest first. */
export const listLedgerLines = async (
  tenant: Tenant,
  { month, from, to }: ChargePeriod,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<ResultPage<LedgerLine, string>> => {
  const { items, ...page } = await readRows(tenant, month, { from, to, limit, beyond: after })
  return { items: items.map(({ line }) => line), ...page }
}

/** The last millisecond before its month, in UTC. */
const endOfMonthBefore = (atMs: number): number => {
  const at = new Date(atMs)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth()) - 1
}

interface LatestLines {
  readonly sinceMs: number
  readonly nowMs: number
  readonly limit: number
  readonly after?: string | undefined
}

/** Lines of these products, newest first. It reads month by month until the page is full: five queries for an empty one. */
export const listLatestLines = async (
  tenant: Tenant,
  products: readonly string[],
  { sinceMs, nowMs, limit, after }: LatestLines,
): Promise<ResultPage<LedgerLine, string>> => {
  const found: LedgerRow[] = []
  // A cursor may be forged: it starts in no later month than this.
  const startMs = after === undefined ? nowMs : Math.min(nowMs, Date.parse(after.slice(0, 24)))
  for (let atMs = startMs; atMs >= sinceMs; atMs = endOfMonthBefore(atMs)) {
    const month = monthOf(new Date(atMs).toISOString())
    const query = { from: new Date(sinceMs).toISOString(), newestFirst: true }
    // One more than the page holds tells whether another follows.
    const { items, cursor } = await readFilteredPage<LedgerRow, string>(
      limit + 1 - found.length,
      async ({ limit, cursor = after }) => {
        const page = await readRows(tenant, month, { ...query, limit, beyond: cursor })
        return { ...page, items: page.items.filter(({ line }) => products.includes(line.product)) }
      },
      ({ sk }) => sk,
    )
    found.push(...items)
    const page = { items: found.slice(0, limit).map(({ line }) => line) }
    if (found.length > limit) return { ...page, cursor: found[limit - 1]!.sk }
    if (cursor !== undefined) return { ...page, cursor }
  }
  return { items: found.map(({ line }) => line) }
}

/** A read has at most 1 MB of each shard: some 10,000 lines together. */
export const ledgerReadLines = 10_000

export const forEachLedgerLine = (
  tenant: Tenant,
  month: Month,
  work: (lines: readonly LedgerLine[]) => unknown,
): Promise<void> =>
  forEachPage<LedgerLine, string>(async after => {
    const { items, cursor } = await listLedgerLines(tenant, { month }, { limit: ledgerReadLines, after })
    return { items, after: cursor }
  }, work)

type ChargeKey = Pick<Charge, 'chargedAt' | 'verificationId'>

const findClosedLines = async (
  tenant: Tenant,
  month: Month,
  keys: readonly string[],
): Promise<readonly LedgerLine[]> => {
  const closedMonths = await listClosedMonths(tenant, month)
  const [from, to] = [keys[0], keys.at(-1)]
  const wanted = new Set(keys)
  const rows = await Promise.all(
    closedMonths.map(closed => readClosedRows(closed, { from, to, limit: Number.POSITIVE_INFINITY })),
  )
  return rows.flat().flatMap(({ sk, line }) => (wanted.delete(sk) ? [line] : []))
}

/** By their exact keys. */
export const findLedgerLines = async (
  tenant: Tenant,
  charges: readonly ChargeKey[],
): Promise<readonly LedgerLine[]> => {
  const keys = charges.map(({ chargedAt, verificationId }) => ledgerKey(tenant, chargedAt, verificationId))
  const stored = await database.getMany<StoredLine>(keys, { consistent: true })
  const found = new Set(stored.map(({ sk }) => sk))
  const others = keys.map(({ sk }) => sk).filter(sk => !found.has(sk))
  const byMonth = Map.groupBy(others.toSorted(), sk => monthOf(sk))
  const closed = await Promise.all(
    [...byMonth].map(([month, sortKeys]) => findClosedLines(tenant, month, sortKeys)),
  )
  return [...stored.map(lineIn), ...closed.flat()]
}
