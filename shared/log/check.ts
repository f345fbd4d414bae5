import { mapConcurrently } from '../aws/concurrency.ts'
import { log } from '../aws/log.ts'
import { emitMetrics, toMeasurement } from '../metrics/emit.ts'
import type { LogLeaf, VerificationKey } from '../table/tenant.ts'
import type { TrailEntry } from '../trail/contract.ts'
import { digestEntry, judgeFacts } from '../trail/entry.ts'
import { hourAt, hoursBetween, hoursLater, lastClosableHour } from '../trail/hour.ts'
import { readErasures } from '../trail/page-store.ts'
import { entryRefKey, readEntriesByRef } from '../trail/read-store.ts'
import { findReceiptKeys, type ReceiptSigningKey } from '../signing/key-store.ts'
import { trailLogKind } from './kind.ts'
import { listLeaves } from './leaf-store.ts'
import {
  digestHead,
  hashLeaves,
  listHeads,
  parseLeaves,
  readHeadOf,
  readLeaves,
  readStoredHead,
  type StoredHead,
} from './log.ts'
import { merkleRoot } from './tree.ts'

export const logFaultKinds = {
  absent: 'the hour has no head, and later ones have',
  overdue: 'the hour is over, and has no head yet',
  forged: 'none of our keys has signed its head',
  unchained: 'its head does not name the one before it',
  covered: 'a later version, or a mark of deletion, was laid over its head',
  unfounded: 'its leaves are not those that its head was made of',
  missing: 'the entry is not in the table any more',
  replaced: 'another entry stands in its place',
  altered: 'the entry is not what its digest was made of',
  emptied: 'its facts are gone, and no later entry says that they were erased',
  unlogged: 'the entry says that it is of this hour, whose log does not have it',
} as const
export type LogFault = keyof typeof logFaultKinds

export interface LogFinding {
  readonly hour: string
  readonly fault: LogFault
  readonly organisationId?: number
  readonly mode?: string
  readonly verificationId?: number
  readonly n?: number
}

const findingAt = (hour: string, fault: LogFault, leaf: LogLeaf): LogFinding => {
  const { organisationId, mode, verificationId, n } = leaf
  return { hour, fault, organisationId, mode, verificationId, n }
}

const isEmptied = ({ events }: TrailEntry): boolean => events.some(event => judgeFacts(event) === 'emptied')

const faultOf = (
  leaf: LogLeaf,
  entry: TrailEntry | undefined,
  { isExpired, erasedUpTo }: { readonly isExpired: boolean; readonly erasedUpTo: number },
): LogFault | undefined => {
  if (entry === undefined) return isExpired ? undefined : 'missing'
  if (entry.digest !== leaf.digest) return 'replaced'
  if (digestEntry(entry) !== entry.digest) return 'altered'
  if (entry.events.some(event => judgeFacts(event) === 'altered')) return 'altered'
  return isExpired || leaf.n < erasedUpTo || !isEmptied(entry) ? undefined : 'emptied'
}

const trailRef = (key: VerificationKey): string => entryRefKey({ ...key, n: 0 })

/** Of each of these trails the number of the last entry that says `erased`; 0 where none does. */
const findErasures = async (
  keys: readonly VerificationKey[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> => {
  const trails = [...new Map(keys.map(key => [trailRef(key), key]))]
  const lastErasureOf = async (key: VerificationKey): Promise<number> =>
    (await readErasures(key, nowMs)).at(-1)?.n ?? 0
  return new Map(
    await mapConcurrently(trails, async ([ref, key]) => [ref, await lastErasureOf(key)] as const),
  )
}

/** Compares an hour's leaves with the table's entries, in both directions. */
const checkEntries = async (hour: string, leaves: readonly LogLeaf[], nowMs: number) => {
  const [entries, found] = await Promise.all([readEntriesByRef(leaves), listLeaves(hour)])
  const entryAt = (leaf: LogLeaf) => entries.get(entryRefKey(leaf))
  const logged = new Set(leaves.map(leaf => `${entryRefKey(leaf)} ${leaf.digest}`))
  const emptied = leaves.filter(leaf => {
    const entry = entryAt(leaf)
    return entry && isEmptied(entry)
  })
  const erasures = await findErasures(emptied, nowMs)
  const wrong = leaves.flatMap(leaf => {
    const isExpired = leaf.expiresAt * 1000 <= nowMs
    const erasedUpTo = erasures.get(trailRef(leaf)) ?? 0
    const fault = faultOf(leaf, entryAt(leaf), { isExpired, erasedUpTo })
    return fault ? [findingAt(hour, fault, leaf)] : []
  })
  const others = found.filter(leaf => !logged.has(`${entryRefKey(leaf)} ${leaf.digest}`))
  return [...wrong, ...others.map(leaf => findingAt(hour, 'unlogged', leaf))]
}

/** Reads each head once, although two hours need it. */
const headReader = () => {
  const read = new Map<string, Promise<string>>()
  return (head: StoredHead): Promise<string> => {
    const jws = read.get(head.hour) ?? readStoredHead(head)
    read.set(head.hour, jws)
    return jws
  }
}

interface CheckContext {
  readonly keys: readonly ReceiptSigningKey[]
  readonly jwsOf: (head: StoredHead) => Promise<string>
  readonly nowMs: number
}

const checkHour = async (
  kept: StoredHead,
  before: StoredHead | undefined,
  { keys, jwsOf, nowMs }: CheckContext,
) => {
  const { hour } = kept
  const [jws, previous, text = ''] = await Promise.all([
    jwsOf(kept),
    before && jwsOf(before),
    readLeaves(hour),
  ])
  const head = await readHeadOf(jws, keys)
  const leafHashes = hashLeaves(text)
  const root = merkleRoot(leafHashes).toString('hex')
  const leaves = parseLeaves(text)
  const isFounded = head?.root === root && head.size === leafHashes.length
  const wrong: readonly (LogFault | false)[] = [
    (head === undefined || head.hour !== hour) && 'forged',
    head !== undefined && previous !== undefined && head.previous !== digestHead(previous) && 'unchained',
    (kept.isMarked || kept.later > 0) && 'covered',
    head !== undefined && !isFounded && 'unfounded',
  ]
  const ofHour = wrong.filter(fault => fault !== false).map((fault): LogFinding => ({ hour, fault }))
  return { findings: [...ofHour, ...(await checkEntries(hour, leaves, nowMs))], entries: leaves.length }
}

const lacking = (heads: readonly StoredHead[], nowMs: number): readonly LogFinding[] => {
  const newest = lastClosableHour(nowMs)
  const [first, last] = [heads[0]?.hour, heads.findLast(({ hour }) => hour <= newest)?.hour]
  if (first === undefined || last === undefined) return []
  const known = new Set(heads.map(({ hour }) => hour))
  const absent = hoursBetween(first, last).filter(hour => !known.has(hour))
  // The newest hour is closed some minutes after it ends.
  const overdue = hoursBetween(hoursLater(last, 1), hoursLater(newest, -1))
  return [
    ...absent.map(hour => ({ hour, fault: 'absent' }) as const),
    ...overdue.map(hour => ({ hour, fault: 'overdue' }) as const),
  ]
}

interface HourRange {
  readonly from: string
  readonly to: string
}

/** The bucket deletes older hours by its own rules. */
const keptHours = trailLogKind.days * 24

/** Checks the log, or these hours of it, against itself and the table. An expired entry that is missing is no fault. */
export const checkLog = async (nowMs: number, ranges?: readonly HourRange[]) => {
  const oldest = hoursLater(lastClosableHour(nowMs), 1 - keptHours)
  const [heads, keys] = await Promise.all([listHeads(hoursLater(oldest, -1)), findReceiptKeys()])
  const isIn = ({ hour }: { readonly hour: string }): boolean =>
    ranges?.some(({ from, to }) => from <= hour && hour <= to) ?? true
  const findings = lacking(heads, nowMs).filter(isIn)
  const wanted = heads.filter(isIn)
  const byHour = new Map(heads.map(head => [head.hour, head]))
  const checking = { keys, nowMs, jwsOf: headReader() }
  const checked = await mapConcurrently(wanted, kept =>
    checkHour(kept, byHour.get(hoursLater(kept.hour, -1)), checking),
  )
  return {
    findings: [...findings, ...checked.flatMap(each => each.findings)],
    heads: wanted.length,
    entries: checked.reduce((sum, { entries }) => sum + entries, 0),
  }
}

/** The 24 rounds of a day check everything that is stored, and each the newest hours. */
const hoursPerRound = Math.ceil(keptHours / 24)
const newestHours = 3

export const rangesToCheck = (nowMs: number): readonly HourRange[] => {
  const newest = lastClosableHour(nowMs)
  const to = hoursLater(newest, -new Date(nowMs).getUTCHours() * hoursPerRound)
  const news = { from: hoursLater(newest, 1 - newestHours), to: hourAt(nowMs) }
  const part = { from: hoursLater(to, 1 - hoursPerRound), to }
  return to === newest ? [{ from: part.from, to: news.to }] : [news, part]
}

export const checkRound = async (nowMs: number): Promise<void> => {
  const { findings, entries } = await checkLog(nowMs, rangesToCheck(nowMs))
  for (const { hour, fault, organisationId, mode, verificationId } of findings)
    log('trail-log.mismatch', { organisationId, mode, verificationId, failure: fault, result: hour })
  if (findings.length > 0) emitMetrics(toMeasurement({}, { TrailFaults: findings.length }))
  log('trail-log.checked', { count: entries })
}
