import { mapConcurrently } from '../../aws/concurrency.ts'
import type { LedgerRow } from '../../ledger/closed-month.ts'
import { ledgerLineKey } from '../../ledger/line-store.ts'
import { database } from '../../table/driver.ts'

/** Nobody changes a line: they go without a condition. */
export const deleteLedgerRows = async (rows: readonly LedgerRow[]): Promise<void> => {
  await mapConcurrently(rows, ({ line }) => database.write({ delete: ledgerLineKey(line) }))
}
