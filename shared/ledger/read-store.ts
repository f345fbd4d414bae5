import { database } from '../table/driver.ts'
import { inOrderOfNames } from '../table/leaves.ts'
import { forEachPage, queryShards, type ResultPage } from '../table/paging.ts'
import type { Key } from '../table/port.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Month } from './contract.ts'
import { ledgerKey, ledgerQuery } from './kinds.ts'
import type { Charge, LedgerLine } from './line.ts'

type StoredLine = LedgerLine & Key & { readonly expiresAt: number }

/** In the order of names, so that a line has the same bytes wherever it is read. */
const lineIn = ({ pk: _pk, sk: _sk, expiresAt: _expiresAt, ...line }: StoredLine): LedgerLine =>
  Object.fromEntries(inOrderOfNames(Object.entries(line))) as object as LedgerLine

interface LedgerRow {
  readonly sk: string
  readonly line: LedgerLine
}

interface PageQuery {
  /** Both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Excluded, in the order of reading. */
  readonly after?: string | undefined
  readonly limit: number
}

/** A page of a month, with `after` exactly where another row follows. */
export const readLedgerRows = async (
  tenant: Tenant,
  month: Month,
  query: PageQuery,
): Promise<ResultPage<LedgerRow, string>> => {
  const { limit } = query
  // One more than the page holds tells whether another follows.
  const more = { ...query, limit: limit + 1, consistent: true }
  const { items, after: end } = await queryShards<StoredLine>(ledgerQuery(tenant, month), more)
  const rows = items.slice(0, limit).map(item => ({ sk: item.sk, line: lineIn(item) }))
  const after = items.length > limit ? rows.at(-1)!.sk : end
  return { items: rows, ...(after !== undefined && { after }) }
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
  const { items, ...page } = await readLedgerRows(tenant, month, { from, to, limit, after })
  return { items: items.map(({ line }) => line), ...page }
}

/** A read has at most 1 MB of each shard: some 10,000 lines together. */
export const ledgerReadLines = 10_000

export const forEachLedgerLine = (
  tenant: Tenant,
  month: Month,
  work: (lines: readonly LedgerLine[]) => unknown,
): Promise<void> =>
  forEachPage<LedgerLine, string>(
    after => listLedgerLines(tenant, { month }, { limit: ledgerReadLines, after }),
    work,
  )

type ChargeKey = Pick<Charge, 'chargedAt' | 'verificationId'>

/** By their exact keys. */
export const findLedgerLines = async (
  tenant: Tenant,
  charges: readonly ChargeKey[],
): Promise<readonly LedgerLine[]> => {
  const keys = charges.map(({ chargedAt, verificationId }) => ledgerKey(tenant, chargedAt, verificationId))
  const stored = await database.getMany<StoredLine>(keys, { consistent: true })
  return stored.map(lineIn)
}
