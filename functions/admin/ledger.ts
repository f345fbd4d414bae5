import { listLedgerLines } from '../../shared/ledger/line-store.ts'
import type { CommandOf } from './command.ts'

/** A line is some 400 bytes of JSON, and a function answers at most 6 MB. */
const pageSize = 2000

/** Lines of a tenant's month, oldest first, a page at a time. */
export const listLedger = async ({ organisationId, mode, month, after }: CommandOf<'listLedger'>) => {
  const { items, place } = await listLedgerLines(
    { organisationId, mode },
    { month },
    { limit: pageSize, after },
  )
  return { lines: items, ...(place !== undefined && { next: place }) }
}
