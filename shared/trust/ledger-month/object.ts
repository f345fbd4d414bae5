import { isDeepStrictEqual } from 'node:util'
import { setting } from '../../aws/environment.ts'
import { Fault } from '../../aws/errors.ts'
import { compareRows, type LedgerRow, type MonthContent, unpackChunk } from '../../ledger/closed-month.ts'
import { toLedgerRow } from '../../ledger/closed-month-store.ts'
import { createLineSums } from '../../ledger/sum.ts'
import type { ReceiptSigningKey } from '../receipt/key-store.ts'
import { signJws } from '../receipt/signing.ts'
import { readSigned } from '../receipt/verifying.ts'
import { MonthHead, monthHeadType } from './contract.ts'
import { endOfMonth } from './due.ts'

const lineEnd = 10

/** Ed25519 is deterministic: the same lines make the same object, however often they are put into one. */
export const buildMonthObject = async (
  content: MonthContent,
  chunks: readonly Uint8Array[],
  nowMs: number,
): Promise<Uint8Array> => {
  const head = MonthHead.parse({ iss: setting('API_URL'), ...content })
  const jws = await signJws(monthHeadType, head, endOfMonth(content.month) - 1, nowMs)
  return Buffer.concat([Buffer.from(`${jws}\n`), ...chunks])
}

const belongsTo = ({ organisationId, mode, month }: MonthContent, { line }: LedgerRow): boolean =>
  line.organisationId === organisationId && line.mode === mode && line.chargedAt.startsWith(month)

/** The rows of all chunks, unless one of them is not what the head says, or they are not in order. */
const readAllChunks = (bytes: Buffer, head: MonthHead): readonly LedgerRow[] | undefined => {
  const rows: LedgerRow[] = []
  let start = 0
  for (const chunk of head.chunks) {
    const own = unpackChunk(bytes.subarray(start, start + chunk.sizeBytes), chunk)?.map(toLedgerRow)
    if (own?.length !== chunk.lines || own[0]!.sk !== chunk.from) return undefined
    rows.push(...own)
    start += chunk.sizeBytes
  }
  const isInOrder = rows.every((row, index) => index === 0 || compareRows(rows[index - 1]!, row) < 0)
  return start === bytes.length && isInOrder ? rows : undefined
}

const sumRows = (rows: readonly LedgerRow[]) => {
  const sums = createLineSums()
  sums.add(rows.map(({ line }) => line))
  return sums.list()
}

interface OpenedMonth {
  readonly head: MonthHead
  readonly headBytes: number
  readonly lastKey: string
}

/** @throws Fault for an object that is not whole, not signed by us, or of another month or tenant */
export const openMonthObject = async (
  bytes: Buffer,
  named: Pick<MonthContent, 'organisationId' | 'mode' | 'month' | 'n'>,
  keys: readonly ReceiptSigningKey[],
): Promise<OpenedMonth> => {
  const headBytes = bytes.indexOf(lineEnd) + 1
  const jws = bytes.subarray(0, Math.max(0, headBytes - 1)).toString()
  const head = await readSigned({ typ: monthHeadType, claims: MonthHead }, jws, keys)
  const { organisationId, mode, month, n } = named
  const isNamed =
    head &&
    isDeepStrictEqual([organisationId, mode, month, n], [head.organisationId, head.mode, head.month, head.n])
  if (!isNamed) throw new Fault('A month of the ledger has an object that we have not signed for it')
  const rows = readAllChunks(bytes.subarray(headBytes), head)
  if (!rows?.every(row => belongsTo(head, row)) || !isDeepStrictEqual(sumRows(rows), head.sums))
    throw new Fault('An object of the ledger is not what was signed')
  return { head, headBytes, lastKey: rows.at(-1)?.sk ?? '' }
}
