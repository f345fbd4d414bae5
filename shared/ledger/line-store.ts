import { database } from '../table/driver.ts'
import { ledgerKey, ledgerPageKeyPattern, ledgerQuery } from '../table/keys.ts'
import { forEachPage, queryShards, type ResultPage, readFilteredPage } from '../table/paging.ts'
import { absent, type Put } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Month } from './contract.ts'
import { type Charge, type LedgerLine, monthOf, toLedgerLine } from './line.ts'
import { priceListVersion } from './price.ts'

const itemOf = (line: LedgerLine) => ({
  ...line,
  ...ledgerKey(line, line.chargedAt, line.verificationId, ...(line.messageLink ? [line.messageLink] : [])),
  expiresAt: expiresAt(line.chargedAt, retentionDays.ledger),
})

/** In the write that charges; none for what is free. The record's condition prevents a second charge, the line's prevents overwriting another line. */
export const chargeWrites = (charge: Charge): readonly Put[] => {
  const line = toLedgerLine(charge, priceListVersion())
  return line ? [{ put: itemOf(line), condition: absent }] : []
}

export const ledgerListKeyPattern = ledgerPageKeyPattern

/** ISO 8601; `from` included, `to` excluded. */
export interface ChargePeriod {
  readonly month: Month
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type StoredLine = LedgerLine & { readonly pk: string; readonly sk: string; readonly expiresAt: number }

const lineIn = ({ pk: _pk, sk: _sk, expiresAt: _expiresAt, ...line }: StoredLine): LedgerLine => line

/** Oldest first. */
export const listLedgerLines = async (
  tenant: Tenant,
  { month, from, to }: ChargePeriod,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<ResultPage<LedgerLine, string>> => {
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const query = { ...range, limit, beyond: after, consistent: true }
  const { items, cursor } = await queryShards<StoredLine>(ledgerQuery(tenant, month), query)
  return { items: items.map(lineIn), ...(cursor !== undefined && { cursor }) }
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

/** Lines of these products, newest first. It reads month by month until the page is full: four queries for an empty one. */
export const listLatestLines = async (
  tenant: Tenant,
  products: readonly string[],
  { sinceMs, nowMs, limit, after }: LatestLines,
): Promise<ResultPage<LedgerLine, string>> => {
  const filter = {
    when: `#product IN (${products.map((_, n) => `:p${n}`).join(', ')})`,
    values: Object.fromEntries(products.map((product, n) => [`p${n}`, product])),
  }
  const found: StoredLine[] = []
  // A cursor may be forged: it starts in no later month than this.
  const startMs = after === undefined ? nowMs : Math.min(nowMs, Date.parse(after.slice(0, 24)))
  for (let atMs = startMs; atMs >= sinceMs; atMs = endOfMonthBefore(atMs)) {
    const month = monthOf(new Date(atMs).toISOString())
    const query = { from: new Date(sinceMs).toISOString(), newestFirst: true, consistent: true, filter }
    // One more than the page holds tells whether another follows.
    const { items, cursor } = await readFilteredPage<StoredLine, string>(
      limit + 1 - found.length,
      ({ limit, cursor = after }) =>
        queryShards(ledgerQuery(tenant, month), { ...query, limit, beyond: cursor }),
      ({ sk }) => sk,
    )
    found.push(...items)
    const page = { items: found.slice(0, limit).map(lineIn) }
    if (found.length > limit) return { ...page, cursor: found[limit - 1]!.sk }
    if (cursor !== undefined) return { ...page, cursor }
  }
  return { items: found.map(lineIn) }
}

/** A line has some 300 bytes, a read at most 1 MB. */
const pageSize = 1000

export const forEachLedgerLine = (
  tenant: Tenant,
  month: Month,
  work: (lines: readonly LedgerLine[]) => unknown,
): Promise<void> =>
  forEachPage<LedgerLine, string>(async after => {
    const { items, cursor } = await listLedgerLines(tenant, { month }, { limit: pageSize, after })
    return { items, after: cursor }
  }, work)

export const findLedgerLines = async (
  tenant: Tenant,
  charges: readonly Pick<Charge, 'chargedAt' | 'verificationId'>[],
): Promise<readonly LedgerLine[]> => {
  const keys = charges.map(({ chargedAt, verificationId }) => ledgerKey(tenant, chargedAt, verificationId))
  return (await database.getMany<StoredLine>(keys, { consistent: true })).map(lineIn)
}
