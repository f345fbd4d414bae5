import { mapConcurrently } from '../aws/concurrency.ts'
import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/errors.ts'
import { readVersionBytes } from '../aws/object-lock-bucket.ts'
import { database } from '../table/driver.ts'
import { closedMonthKey, closedMonthsQuery } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import { absent, conditionsMet, present } from '../table/port.ts'
import type { Tenant } from '../table/tenant.ts'
import {
  type ClosedMonth,
  chunkStart,
  chunksInRange,
  isInRange,
  type LedgerRow,
  monthObjectKey,
  type RowRange,
  unpackChunk,
} from './closed-month.ts'
import type { Month } from './contract.ts'
import { ledgerLineKey } from './line-store.ts'
import type { LedgerLine } from './line.ts'

/**
 * A month's objects, the first one first; none of a month that is open. Lines are deleted long after their object is
 * named here, so that whoever reads this and the lines at once misses none.
 */
export const listClosedMonths = (tenant: Tenant, month: Month): Promise<readonly ClosedMonth[]> =>
  queryAll<ClosedMonth>({ ...closedMonthsQuery(tenant, month), consistent: true })

const itemKey = (closed: Pick<ClosedMonth, keyof Tenant | 'month' | 'n'>) =>
  closedMonthKey(closed, closed.month, closed.n)

/** The first stays. */
export const saveClosedMonth = async (closed: ClosedMonth): Promise<void> => {
  await conditionsMet(database.write({ put: { ...closed, ...itemKey(closed) }, condition: absent }))
}

export const markLinesDeleted = async (closed: ClosedMonth, deletedAt: string): Promise<void> => {
  await database.write({ update: itemKey(closed), set: { deletedAt }, condition: present })
}

/** Nobody changes a line: they go without a condition. */
export const deleteLedgerRows = async (rows: readonly LedgerRow[]): Promise<void> => {
  await mapConcurrently(rows, ({ line }) => database.write({ delete: ledgerLineKey(line) }))
}

export const toLedgerRow = (line: LedgerLine): LedgerRow => ({ sk: ledgerLineKey(line).sk, line })

/** @throws Fault for bytes that are not those that were signed */
export const readChunk = async (closed: ClosedMonth, index: number): Promise<readonly LedgerRow[]> => {
  const chunk = closed.chunks[index]!
  const bytes = await readVersionBytes(
    setting('LEDGER_BUCKET'),
    { key: monthObjectKey(closed), versionId: closed.versionId },
    { start: closed.headBytes + chunkStart(closed.chunks, index), size: chunk.sizeBytes },
  )
  const lines = unpackChunk(bytes, chunk)
  if (!lines) throw new Fault('An object of the ledger is not what was signed')
  return lines.map(toLedgerRow)
}

/** The first rows of a range, at least as many as asked for where there are. */
export const readClosedRows = async (
  closed: ClosedMonth,
  range: RowRange & { readonly limit: number },
): Promise<readonly LedgerRow[]> => {
  const found: LedgerRow[] = []
  for (const index of chunksInRange(closed.chunks, range)) {
    found.push(...(await readChunk(closed, index)).filter(({ sk }) => isInRange(range, sk)))
    if (found.length >= range.limit) break
  }
  return found
}
