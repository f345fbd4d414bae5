import { isDeepStrictEqual } from 'node:util'
import { findClients } from '../account/store.ts'
import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import { sendAll, toMessage } from '../aws/sqs.ts'
import { listEvents } from '../event/store.ts'
import { toUtcDay } from '../http/contract/reading.ts'
import { findManyStoredLookups, type StoredLookup } from '../identity/store.ts'
import { type LedgerLine, monthOf } from '../ledger/line.ts'
import { findLedgerLines, listLedgerLines } from '../ledger/read-store.ts'
import { recountSpend } from '../ledger/recount.ts'
import {
  allReservationShards,
  listReservations,
  type ReservationPageKey,
  settleReservation,
} from '../ledger/spend-store.ts'
import { createLineSums, type LineSum } from '../ledger/sum.ts'
import { readDaySums, replaceDaySums } from '../ledger/sum-store.ts'
import { emitMetrics, toMeasurement } from '../metrics/emit.ts'
import { streamDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { findManyStored, type StoredVerification } from '../verification/person-store.ts'

/** What a record says that it costs. One that was erased says so still. */
interface PricedRecord {
  readonly isLookUp: boolean
  readonly verificationId: number
  readonly product: string
  readonly price: number
  /** When it ended, and was charged if it costs something; absent while it is open. */
  readonly chargedAt?: string | undefined
}

const pricedVerification = (verification: StoredVerification): PricedRecord => {
  const { id: verificationId, product, price, outcome, updatedAt, chargedAt } = verification
  // A revision is a later time of the record, and charges nothing.
  const since = isFinal(outcome) ? (chargedAt ?? updatedAt) : undefined
  return { isLookUp: false, verificationId, product, price, chargedAt: since }
}

const pricedLookup = ({ id: verificationId, product, price, completedAt }: StoredLookup): PricedRecord => ({
  isLookUp: true,
  verificationId,
  product,
  price,
  chargedAt: completedAt,
})

type Disagreement = 'missing' | 'too-many' | 'other-amount'

const findDisagreement = (line: LedgerLine, record: PricedRecord | undefined): Disagreement | undefined => {
  if (!record || record.price === 0 || record.product !== line.product) return 'too-many'
  if (record.chargedAt !== line.chargedAt) return 'too-many'
  return record.price === line.amount ? undefined : 'other-amount'
}

/*
 * Whether the ledger and the records agree, a day at a time: the day's lines against their records, and the records that
 * the list of events has against their lines. A look-up that was answered at once is in no list but the ledger itself:
 * its line stands or falls with its record, in one write.
 */

const dayMs = 86_400_000
/** A reservation older than this is of an order that has ended or never began, or is open still. */
const settledMs = 3_600_000
const pageSize = 100

/** A number is a shard of the reservations. */
type CheckSide = 'lines' | 'events' | 'caps' | 'sums' | number
const sides: readonly CheckSide[] = ['lines', 'events', 'caps', 'sums', ...allReservationShards]

/** Message of the queue `reconciliations`: a tenant's day, all sides from their first page, or one page alone. */
export interface LedgerDay extends Tenant {
  readonly ledgerDay: string
  readonly side?: CheckSide
  readonly after?: string | ReservationPageKey
  /** Of the pages before. */
  readonly sums?: readonly LineSum[]
}

type PageOf = LedgerDay & { readonly side: CheckSide }

/** A verification and a look-up may have the same id. */
type NamedCharge = Pick<PricedRecord, 'isLookUp' | 'verificationId'>

const nameOf = ({ isLookUp, verificationId }: NamedCharge): string => `${isLookUp} ${verificationId}`

const recordsOf = async (
  tenant: Tenant,
  named: readonly NamedCharge[],
): Promise<ReadonlyMap<string, PricedRecord>> => {
  // Two lines may be of one record, and the engine takes no key twice.
  const ids = (wanted: boolean) => {
    const own = named.filter(({ isLookUp }) => isLookUp === wanted)
    return [...new Set(own.map(({ verificationId }) => verificationId))]
  }
  const [ordered, asked] = await Promise.all([
    findManyStored(tenant, ids(false), { consistent: true }),
    findManyStoredLookups(tenant, ids(true)),
  ])
  const records = [...ordered.map(pricedVerification), ...asked.map(pricedLookup)]
  return new Map(records.map(record => [nameOf(record), record]))
}

interface PageCheck {
  readonly found: readonly (readonly [number, Disagreement])[]
  readonly next?: string | ReservationPageKey | undefined
  readonly sums?: readonly LineSum[]
}

const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString()

const lookAtLines = async ({ ledgerDay, after, ...tenant }: PageOf): Promise<PageCheck> => {
  const range = { month: monthOf(ledgerDay), from: ledgerDay, to: nextDay(ledgerDay) }
  const { items, after: next } = await listLedgerLines(tenant, range, {
    limit: pageSize,
    after: after as string,
  })
  // A message's line is of its link, and of no record.
  const lines = items
    .filter(({ rule }) => rule !== 'handedOver')
    .map(line => ({ ...line, isLookUp: line.rule !== 'decided' }))
  const records = await recordsOf(tenant, lines)
  const found = lines.flatMap(line => {
    const wrong = findDisagreement(line, records.get(nameOf(line)))
    return wrong ? [[line.verificationId, wrong] as const] : []
  })
  return { found, next }
}

const lookAtEvents = async ({ ledgerDay, after, ...tenant }: PageOf): Promise<PageCheck> => {
  const day = { from: `${ledgerDay}T00:00:00.000Z`, to: nextDay(ledgerDay) }
  const { items, after: next } = await listEvents(
    tenant,
    { ...day, eventType: 'verification_completed' },
    { limit: pageSize, after: after as string, oldestFirst: true },
  )
  const told = items.flatMap(({ event, verificationId }) =>
    verificationId === undefined ? [] : [{ isLookUp: event === 'identity', verificationId }],
  )
  const records = [...(await recordsOf(tenant, told)).values()]
  const charged = records.flatMap(({ chargedAt, ...record }) =>
    record.price > 0 && chargedAt !== undefined ? [{ ...record, chargedAt }] : [],
  )
  const lines = await findLedgerLines(tenant, charged)
  const known = new Set(lines.map(line => nameOf({ ...line, isLookUp: line.rule !== 'decided' })))
  const lacking = charged.filter(record => !known.has(nameOf(record)))
  return { found: lacking.map(({ verificationId }) => [verificationId, 'missing']), next }
}

/** Settles what a crash left put aside: what its record was charged, or nothing where there is none. What is open stays. */
const settleLeft = async ({ side, after, ...tenant }: PageOf, nowMs: number): Promise<PageCheck> => {
  const range = { beforeMs: nowMs - settledMs, after: after as ReservationPageKey }
  const { items, after: next } = await listReservations(tenant, side as number, range)
  const named = items.flatMap(({ verificationId }) => [
    { isLookUp: false, verificationId },
    { isLookUp: true, verificationId },
  ])
  const records = await recordsOf(tenant, named)
  for (const { verificationId, reservation } of items) {
    const of = (isLookUp: boolean) => records.get(nameOf({ isLookUp, verificationId }))
    const record = of(false) ?? of(true)
    if (record && record.chargedAt === undefined) continue
    const key = { organisationId: tenant.organisationId, mode: tenant.mode, verificationId }
    if (await settleReservation(key, reservation, record?.price ?? 0, new Date(nowMs).toISOString()))
      log('ledger.reservation-settled', key)
  }
  return { found: [], next }
}

/** What clients were charged while they had no cap counts, too, once they have one. */
const recountCaps = async ({ organisationId, mode }: PageOf, nowMs: number): Promise<PageCheck> => {
  const month = monthOf(new Date(nowMs).toISOString())
  const clients = await findClients(organisationId)
  for (const { id: clientId, spendCap, mode: own } of clients)
    if (own === mode && spendCap !== undefined)
      await recountSpend({ organisationId, mode }, { clientId, month })
  return { found: [] }
}

/** Of a page, when a day is added up. */
export const summedLines = 1000

/**
 * Adds up the lines of the day before, which the stream does not bring any more, and replaces what was kept of it: many
 * parts become one, and a sum that was wrong is right.
 */
const checkSums = async ({ ledgerDay, after, sums, ...rest }: PageOf, nowMs: number): Promise<PageCheck> => {
  const tenant = { organisationId: rest.organisationId, mode: rest.mode }
  const day = new Date(Date.parse(ledgerDay) - streamDays * dayMs).toISOString().slice(0, 10)
  const range = { month: monthOf(day), from: day, to: nextDay(day) }
  const { items, after: next } = await listLedgerLines(tenant, range, {
    limit: summedLines,
    after: after as string,
  })
  const adding = createLineSums(sums)
  adding.add(items)
  const counted = adding.list()
  if (next !== undefined) return { found: [], next, sums: counted }
  const kept = await readDaySums(tenant, day)
  if (kept.items.length === 0 && counted.length === 0) return { found: [] }
  if (!isDeepStrictEqual(kept.sums, counted)) {
    log('ledger.mismatch', { ...tenant, code: day, failure: 'sum' })
    emitMetrics(toMeasurement({ mode: tenant.mode }, { LedgerMismatches: 1 }))
  }
  await replaceDaySums(tenant, day, kept, { sums: counted, nowMs })
  return { found: [] }
}

const lookAt = { lines: lookAtLines, events: lookAtEvents, caps: recountCaps, sums: checkSums }

const checkPage = async (page: PageOf, nowMs: number): Promise<readonly LedgerDay[]> => {
  const { organisationId, mode, ledgerDay, side } = page
  const { found, next, sums } = await (typeof side === 'number' ? settleLeft : lookAt[side])(page, nowMs)
  for (const [verificationId, failure] of found)
    log('ledger.mismatch', { organisationId, mode, verificationId, failure })
  if (found.length > 0) emitMetrics(toMeasurement({ mode }, { LedgerMismatches: found.length }))
  return next === undefined
    ? []
    : [{ organisationId, mode, ledgerDay, side, after: next, ...(sums && { sums }) }]
}

export const sendLedgerDays = (days: readonly LedgerDay[]): Promise<void> =>
  sendAll(setting('RECONCILIATIONS_QUEUE_URL'), days.map(toMessage))

/** The next pages are messages of their own. */
export const checkLedger = async (message: LedgerDay, nowMs: number): Promise<void> => {
  const { side } = message
  const pages = (side === undefined ? sides : [side]).map(each => ({ ...message, side: each }))
  const following = await Promise.all(pages.map(page => checkPage(page, nowMs)))
  await sendLedgerDays(following.flat())
}

/** The day that is over, in UTC. */
export const lastDay = (nowMs: number): string => toUtcDay(nowMs - dayMs)
