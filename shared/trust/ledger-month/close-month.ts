import { isDeepStrictEqual } from 'node:util'
import { setting } from '../../aws/environment.ts'
import { BusyError, Fault } from '../../aws/errors.ts'
import { log } from '../../aws/log.ts'
import { findFirstVersion, putIfAbsent, readVersion } from '../../aws/object-lock-bucket.ts'
import {
  type ClosedMonth,
  chunkLines,
  type LedgerRow,
  type MonthContent,
  monthObjectKey,
  type PackedChunk,
  packChunk,
} from '../../ledger/closed-month.ts'
import {
  deleteLedgerRows,
  listClosedMonths,
  markLinesDeleted,
  readChunk,
  saveClosedMonth,
} from '../../ledger/closed-month-store.ts'
import type { Month } from '../../ledger/contract.ts'
import { ledgerReadLines, readTableRows } from '../../ledger/read-store.ts'
import { createLineSums } from '../../ledger/sum.ts'
import { emitMetrics, toMeasurement } from '../../metrics/emit.ts'
import { expiresAt, retentionDays } from '../../table/retention.ts'
import type { Tenant } from '../../table/tenant.ts'
import { hourGraceMs } from '../../trail/hour.ts'
import { findReceiptKeys } from '../receipt/key-store.ts'
import { endOfMonth, objectLines } from './due.ts'
import { buildMonthObject, openMonthObject } from './object.ts'

/**
 * Whoever read a month's lines before its object was named has ended by then: they take as long as an hour of the log
 * waits, and so may the run that named it, whose beginning is noted.
 */
const readersEndMs = 2 * hourGraceMs

type TenantMonth = Tenant & { readonly month: Month }

interface PackedLines {
  readonly packed: readonly PackedChunk[]
  readonly sums: MonthContent['sums']
}

/** The table's lines of a month beyond a key, as many as an object takes. */
const packLines = async (
  { month, ...tenant }: TenantMonth,
  beyond: string | undefined,
  limit: number,
): Promise<PackedLines> => {
  const sums = createLineSums()
  const packed: PackedChunk[] = []
  let waiting: LedgerRow[] = []
  const pack = (rows: readonly LedgerRow[]) => {
    packed.push(packChunk(rows))
    sums.add(rows.map(({ line }) => line))
  }
  let next = beyond
  do {
    const { items, cursor } = await readTableRows(tenant, month, { limit: ledgerReadLines, beyond: next })
    waiting.push(...items)
    while (waiting.length >= chunkLines && packed.length * chunkLines < limit) {
      pack(waiting.slice(0, chunkLines))
      waiting = waiting.slice(chunkLines)
    }
    next = cursor
  } while (next !== undefined && packed.length * chunkLines < limit)
  if (waiting.length > 0 && packed.length * chunkLines < limit) pack(waiting)
  return { packed, sums: sums.list() }
}

type ObjectName = Pick<MonthContent, keyof Tenant | 'month' | 'n'>

const readObject = async (name: ObjectName, versionId: string) => {
  const version = { key: monthObjectKey(name), versionId }
  const bytes = await readVersion(setting('LEDGER_BUCKET'), version)
  return openMonthObject(bytes, name, await findReceiptKeys())
}

/**
 * Puts lines into the month's n-th object, unless there is one, and names that one in the table once it was read back:
 * whoever comes second, or after a crash, names the first. Returns the key of its last line.
 */
const storeObject = async (
  of: TenantMonth & { readonly n: number },
  { packed, sums }: PackedLines,
  nowMs: number,
): Promise<string> => {
  const { organisationId, mode, month, n } = of
  const [bucket, key] = [setting('LEDGER_BUCKET'), monthObjectKey(of)]
  const content = { organisationId, mode, month, n, sums, chunks: packed.map(({ chunk }) => chunk) }
  const bytes = await buildMonthObject(
    content,
    packed.map(each => each.bytes),
    nowMs,
  )
  await putIfAbsent(bucket, key, bytes)
  const first = await findFirstVersion(bucket, key)
  if (!first) throw new BusyError('Somebody writes the same month just now')
  const { versionId } = first
  const { head, headBytes, lastKey } = await readObject(of, versionId)
  await saveClosedMonth({
    organisationId,
    mode,
    month,
    n,
    sums: head.sums,
    chunks: head.chunks,
    versionId,
    headBytes,
    closedAt: new Date(nowMs).toISOString(),
    expiresAt: expiresAt(new Date(endOfMonth(month)).toISOString(), retentionDays.ledger),
  })
  return lastKey
}

/** Objects of what the table has of the month: one, or more of a month that does not fit. Returns how many. */
const storeLines = async (
  of: TenantMonth,
  stored: number,
  { nowMs, isTimeUp = () => false, maxLines = objectLines }: ClosingMoment,
): Promise<number> => {
  let beyond: string | undefined
  for (let n = stored + 1; ; n++) {
    if (isTimeUp()) return n - stored - 1
    const lines = await packLines(of, beyond, maxLines)
    if (lines.packed.length === 0) return n - stored - 1
    beyond = await storeObject({ ...of, n }, lines, nowMs)
  }
}

const noteAltered = ({ organisationId, mode }: Tenant, rows: readonly LedgerRow[]): void => {
  for (const { line } of rows)
    log('ledger.mismatch', {
      organisationId,
      mode,
      verificationId: line.verificationId,
      failure: 'altered',
    })
  if (rows.length > 0) emitMetrics(toMeasurement({ mode }, { LedgerMismatches: rows.length }))
}

/** Deletes the lines of one chunk. A line that is not the same any more stays. Returns how many do. */
const deleteChunk = async (closed: ClosedMonth, index: number): Promise<number> => {
  const { month, ...tenant } = closed
  const chunk = await readChunk(closed, index)
  const held = new Map(chunk.map(({ sk, line }) => [sk, line]))
  const range = { from: chunk[0]!.sk, to: chunk.at(-1)!.sk, limit: ledgerReadLines }
  let altered = 0
  let beyond: string | undefined
  do {
    const { items, cursor } = await readTableRows(tenant, month, { ...range, beyond })
    const own = items.filter(({ sk }) => held.has(sk))
    const isSame = ({ sk, line }: LedgerRow): boolean => isDeepStrictEqual(line, held.get(sk))
    await deleteLedgerRows(own.filter(isSame))
    const others = own.filter(row => !isSame(row))
    noteAltered(tenant, others)
    altered += others.length
    beyond = cursor
  } while (beyond !== undefined)
  return altered
}

type DeletionResult = 'deleted' | 'altered' | 'interrupted'

const deleteLines = async (
  closed: ClosedMonth,
  { nowMs, isTimeUp = () => false }: ClosingMoment,
): Promise<DeletionResult> => {
  let altered = 0
  for (const index of closed.chunks.keys()) {
    if (isTimeUp()) return 'interrupted'
    altered += await deleteChunk(closed, index)
  }
  if (altered > 0) return 'altered'
  await markLinesDeleted(closed, new Date(nowMs).toISOString())
  return 'deleted'
}

export interface ClosingMoment {
  readonly nowMs: number
  readonly isTimeUp?: () => boolean
  /** Of an object: a multiple of a chunk's. */
  readonly maxLines?: number
}

type ClosingResult = 'empty' | 'stored' | 'closed' | Exclude<DeletionResult, 'deleted'>

/**
 * Takes a month that gets no more lines one step on: its lines become an object; later they are deleted from the table;
 * what came late becomes another object. Each step may be repeated, and come at once with any other.
 */
export const closeMonth = async (of: TenantMonth, moment: ClosingMoment): Promise<ClosingResult> => {
  const { month, ...tenant } = of
  const closed = await listClosedMonths(tenant, month)
  for (const each of closed) {
    if (each.deletedAt !== undefined) continue
    if (Date.parse(each.closedAt) + readersEndMs > moment.nowMs) return 'stored'
    const result = await deleteLines(each, moment)
    if (result !== 'deleted') return result
  }
  if ((await storeLines(of, closed.length, moment)) > 0) return 'stored'
  return closed.length === 0 ? 'empty' : 'closed'
}

/** @throws Fault where an object of the month is not what was signed, or not what the table says of it */
export const checkClosedMonth = async ({ month, ...tenant }: TenantMonth): Promise<void> => {
  for (const closed of await listClosedMonths(tenant, month)) {
    const { sums, chunks, headBytes } = closed
    const { head, ...object } = await readObject(closed, closed.versionId)
    if (!isDeepStrictEqual([sums, chunks, headBytes], [head.sums, head.chunks, object.headBytes]))
      throw new Fault('The table says another thing of a closed month than its object')
  }
}
