import { isDeepStrictEqual } from 'node:util'
import { ledgerKind } from '../kinds.ts'
import type { LedgerLine } from '../line.ts'
import { ledgerLineKey } from '../line-store.ts'
import { readLedgerRows } from '../read-store.ts'
import { readMonthSums } from '../sum-store.ts'
import { expiresAt } from '../../table/retention.ts'
import { findReceiptKeys } from '../../signing/key-store.ts'
import { readSigned } from '../../signing/verifying.ts'
import { Seal, sealType } from './contract.ts'
import { endOfMonth, monthGraceMs, monthsLater } from './due.ts'
import {
  createContent,
  digestSeal,
  findSeal,
  forEachSealedLine,
  readSeal,
  type SealContent,
  type StoredSeal,
  type TenantMonth,
} from './object.ts'

export const sealFaultKinds = {
  absent: 'the month has no seal',
  forged: 'none of our keys has signed its seal, or it is of another month',
  covered: 'a later version, or a mark of deletion, was laid over its seal',
  unchained: 'its seal does not name the one of the month before',
  unfounded: 'the lines with its seal are not those that it was made of',
  sums: 'the sums that the table has of the month are not those of its seal',
  missing: 'the line is not in the table any more',
  altered: 'the table has another line in its place',
  unsealed: 'the table has the line, and the seal does not',
} as const
export type SealFault = keyof typeof sealFaultKinds

export interface SealFinding {
  readonly fault: SealFault
  readonly chargedAt?: string
  readonly verificationId?: number
}

export interface SealPage {
  readonly findings: readonly SealFinding[]
  /** Of the seal, that were compared. */
  readonly lines: number
  /** The last key that was compared, where more follow. */
  readonly next?: string
}

/** The next page goes on after it. */
interface PageRange {
  readonly after?: string | undefined
  readonly limit: number
  readonly nowMs: number
}

const keyOf = (line: LedgerLine): string => ledgerLineKey(line).sk

/** S3 deletes a seal once its lock has ended. */
const isPastRetention = (of: Pick<TenantMonth, 'month'>, nowMs: number): boolean =>
  endOfMonth(of.month) + monthGraceMs + ledgerKind.days * 86_400_000 <= nowMs

const isChained = async (seal: Seal, before: StoredSeal | undefined, nowMs: number): Promise<boolean> => {
  if (before) return seal.previous === digestSeal((await readSeal(before)).jws)
  return seal.previous === null || isPastRetention({ month: monthsLater(seal.month, -1) }, nowMs)
}

const isSealOf = (seal: Seal, { organisationId, mode, month }: TenantMonth): boolean =>
  isDeepStrictEqual([seal.organisationId, seal.mode, seal.month], [organisationId, mode, month])

interface OpenedSeal {
  readonly content: SealContent
  /** Of the page, by key. */
  readonly lines: ReadonlyMap<string, LedgerLine>
}

/** Undefined for what does not unpack. */
const openLines = async (
  packed: Buffer,
  isInPage: (key: string) => boolean,
): Promise<OpenedSeal | undefined> => {
  const content = createContent()
  const lines = new Map<string, LedgerLine>()
  try {
    await forEachSealedLine(packed, (text, some) => {
      content.add(text, some)
      for (const line of some) if (isInPage(keyOf(line))) lines.set(keyOf(line), line)
    })
  } catch {
    return undefined
  }
  return { content: content.end(), lines }
}

const findingOf = (fault: SealFault, { chargedAt, verificationId }: LedgerLine): SealFinding => ({
  fault,
  chargedAt,
  verificationId,
})

/** What was deleted once its retention was over is not missing. */
const compareLines = (
  sealed: ReadonlyMap<string, LedgerLine>,
  stored: ReadonlyMap<string, LedgerLine>,
  nowMs: number,
): readonly SealFinding[] => {
  const isExpired = ({ chargedAt }: LedgerLine): boolean =>
    expiresAt(chargedAt, ledgerKind.days) * 1000 <= nowMs
  const ofSeal = [...sealed].flatMap(([key, line]) => {
    const other = stored.get(key)
    if (!other) return isExpired(line) ? [] : [findingOf('missing', line)]
    return isDeepStrictEqual(other, line) ? [] : [findingOf('altered', line)]
  })
  const others = [...stored].filter(([key]) => !sealed.has(key))
  return [...ofSeal, ...others.map(([, line]) => findingOf('unsealed', line))]
}

/**
 * Compares a page of a month's lines in the table with those of its seal, and with the first page the seal itself: its
 * signature, its lines and their sums, and the seal before it.
 */
export const checkSeal = async (of: TenantMonth, { after, limit, nowMs }: PageRange): Promise<SealPage> => {
  const stored = await findSeal(of)
  if (!stored) return { findings: [{ fault: 'absent' }], lines: 0 }
  const [{ jws, packed }, rows] = await Promise.all([
    readSeal(stored),
    readLedgerRows(of, of.month, { limit, after }),
  ])
  const { after: next } = rows
  const isInPage = (key: string): boolean =>
    (after === undefined || key > after) && (next === undefined || key <= next)
  const opened = await openLines(packed, isInPage)
  const signed = await readSigned({ typ: sealType, claims: Seal }, jws, await findReceiptKeys())
  const seal = signed && isSealOf(signed, of) ? signed : undefined
  const ofSeal = async (): Promise<readonly SealFault[]> => {
    const before = await findSeal({ ...of, month: monthsLater(of.month, -1) })
    const { lines, sums, sha256 } = seal ?? {}
    const { sums: kept } = await readMonthSums(of, of.month)
    const wrong: readonly (SealFault | false)[] = [
      seal === undefined && 'forged',
      (stored.isMarked || stored.later > 0) && 'covered',
      seal !== undefined && !(await isChained(seal, before, nowMs)) && 'unchained',
      seal !== undefined && !isDeepStrictEqual(opened?.content, { lines, sums, sha256 }) && 'unfounded',
      seal !== undefined && !isPastRetention(of, nowMs) && !isDeepStrictEqual(kept, sums) && 'sums',
    ]
    return wrong.filter(fault => fault !== false)
  }
  const faults = after === undefined ? await ofSeal() : []
  const inTable = new Map(rows.items.map(({ sk, line }) => [sk, line]))
  return {
    findings: [
      ...faults.map(fault => ({ fault })),
      ...(opened ? compareLines(opened.lines, inTable, nowMs) : []),
    ],
    lines: opened?.lines.size ?? 0,
    ...(next !== undefined && { next }),
  }
}
