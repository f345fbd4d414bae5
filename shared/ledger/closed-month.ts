import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { inOrderOfNames } from '../table/leaves.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Month } from './contract.ts'
import type { LedgerLine } from './line.ts'
import type { LineSum } from './sum.ts'

/*
 * An object of a closed month: a line of text, which is a signed head, then chunks of lines, one after the other. A chunk
 * is gzip (RFC 1952) of lines of JSON; together they are gzip, too, so that anybody can open the object without us.
 */

/** Lines of a chunk: some 30 KB. A page of charges reads one or two. */
export const chunkLines = 1000

export interface LineChunk {
  /** Sort key of its first line; chunks are in the order of their lines. */
  readonly from: string
  readonly lines: number
  readonly sizeBytes: number
  /** Of its bytes, in hex. */
  readonly sha256: string
}

/** What an object of a month holds. */
export interface MonthContent extends Tenant {
  readonly month: Month
  /** Of the month's objects, from 1. Later ones hold what came after the first was made, or did not fit into it. */
  readonly n: number
  readonly sums: readonly LineSum[]
  readonly chunks: readonly LineChunk[]
}

/** Stands in the table for the lines that an object holds. */
export interface ClosedMonth extends MonthContent {
  /** The object's first version: later ones are not ours. */
  readonly versionId: string
  /** Where the chunks begin. */
  readonly headBytes: number
  readonly closedAt: string
  /** When none of its lines was left in the table. */
  readonly deletedAt?: string
  readonly expiresAt: number
}

export const monthObjectKey = ({
  organisationId,
  mode,
  month,
  n,
}: Pick<MonthContent, keyof Tenant | 'month' | 'n'>): string => `${organisationId}/${mode}/${month}/${n}`

export interface LedgerRow {
  readonly sk: string
  readonly line: LedgerLine
}

/** In the order of names, so that a line has the same bytes wherever it was read. */
export const inFixedOrder = (line: LedgerLine): LedgerLine =>
  Object.fromEntries(inOrderOfNames(Object.entries(line))) as object as LedgerLine

const digestBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export interface PackedChunk {
  readonly chunk: LineChunk
  readonly bytes: Uint8Array
}

/** @param rows at least one, in the order of their keys */
export const packChunk = (rows: readonly LedgerRow[]): PackedChunk => {
  const text = rows.map(({ line }) => `${JSON.stringify(inFixedOrder(line))}\n`).join('')
  const bytes = new Uint8Array(gzipSync(text, { level: 9 }))
  const [first] = rows
  const chunk = { from: first!.sk, lines: rows.length, sizeBytes: bytes.length, sha256: digestBytes(bytes) }
  return { chunk, bytes }
}

/** Undefined for bytes that are not the chunk's. */
export const unpackChunk = (bytes: Uint8Array, chunk: LineChunk): readonly LedgerLine[] | undefined => {
  if (bytes.length !== chunk.sizeBytes || digestBytes(bytes) !== chunk.sha256) return undefined
  const texts = gunzipSync(bytes).toString().split('\n').slice(0, -1)
  return texts.map(text => JSON.parse(text) as LedgerLine)
}

/** Where a chunk is, in bytes from the beginning of the chunks. */
export const chunkStart = (chunks: readonly LineChunk[], index: number): number =>
  chunks.slice(0, index).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

export interface RowRange {
  /** Both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Excluded, in the order of reading. */
  readonly beyond?: string | undefined
  readonly newestFirst?: boolean
}

const latest = (...keys: readonly string[]): string =>
  keys.reduce((one, other) => (one > other ? one : other))
const earliest = (...keys: readonly string[]): string =>
  keys.reduce((one, other) => (one < other ? one : other))

export const isInRange = ({ from = '', to = '~', beyond, newestFirst }: RowRange, sk: string): boolean =>
  from <= sk && sk <= to && (beyond === undefined || (newestFirst ? sk < beyond : sk > beyond))

/** Chunks that may hold rows of a range, in the order of reading. */
export const chunksInRange = (
  chunks: readonly LineChunk[],
  { from = '', to = '~', beyond, newestFirst }: RowRange,
): readonly number[] => {
  const first = newestFirst ? from : latest(from, beyond ?? '')
  const last = newestFirst ? earliest(to, beyond ?? '~') : to
  const found = chunks.flatMap((chunk, index) => {
    const next = chunks[index + 1]
    return chunk.from <= last && (next === undefined || next.from > first) ? [index] : []
  })
  return newestFirst ? found.toReversed() : found
}

export const compareRows = (one: LedgerRow, other: LedgerRow): number =>
  one.sk < other.sk ? -1 : one.sk > other.sk ? 1 : 0
