import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type PlaceholderSlot, placeholderJpeg } from '../../shared/evidence/placeholder.ts'
import type { TrailEntry } from '../../shared/trail/contract.ts'
import { headType } from '../../shared/log/contract.ts'
import { hashLeaves, serialiseLeaves } from '../../shared/log/log.ts'
import { merkleRoot } from '../../shared/log/tree.ts'
import { receipt, receiptClaims, receiptEvent, receiptKeys, receiptTrail, signed } from './receipt-example.ts'
import { verify } from './receipts.ts'

/** A folder as a customer filed it, by the paths in it. */
export type Files = Map<string, Buffer>
export type Change = (files: Files) => void

const { iss, organisationId, mode, verificationId } = receiptClaims
const key = { organisationId, mode, verificationId }
export const photoSlots = receiptClaims.photos.map(({ slot }) => slot as PlaceholderSlot)

const trailOf = (entries: readonly object[], more: object = {}) =>
  Buffer.from(JSON.stringify({ ...key, broken: null, entries, ...more }))

export const filed = (): Files =>
  new Map([
    ['receipt.jws', Buffer.from(receipt)],
    ['keys.json', Buffer.from(JSON.stringify(receiptKeys))],
    ['event.json', Buffer.from(receiptEvent)],
    ['trail.json', trailOf(receiptTrail)],
    ...photoSlots.map(slot => [`photos/${slot}.jpeg`, Buffer.from(placeholderJpeg(slot))] as const),
  ])

/** What the file that we hand out says of the folder, a line a part, and its exit code. */
export const checkFiled = (files: Files) => {
  const folder = mkdtempSync(join(tmpdir(), 'filed-'))
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const isThere = (path: string) => [...files.keys()].some(name => name.startsWith(path))
  const words = ['receipt.jws', 'keys.json', 'event.json', 'photos', 'trail.json']
  const more = ['second.json', 'log'].filter(isThere)
  const { code, text } = verify([...words, ...more].map(name => join(folder, name)))
  rmSync(folder, { recursive: true })
  return { code, lines: text.replaceAll(`${folder}/`, '').split('\n') }
}

/** The log of an hour: these entries, and one of somebody else. */
export const logOf = (hour: string, ...entries: readonly TrailEntry[]): Files => {
  const expiresAt = 1_826_875_800
  const own = entries.map(({ n, digest }) => ({ ...key, n, digest, expiresAt }))
  const others = { ...key, verificationId: 7, n: 1, digest: '0'.repeat(64), expiresAt }
  const leaves = serialiseLeaves([...own, others])
  const root = merkleRoot(hashLeaves(leaves)).toString('hex')
  const head = { iss, hour, size: own.length + 1, root, previous: null }
  return new Map([
    [`log/heads/${hour}.jws`, Buffer.from(signed(headType, head))],
    [`log/leaves/${hour}.ndjson`, Buffer.from(leaves)],
  ])
}

export const flipped = (bytes: Buffer, at = bytes.length >> 1, bit = 0): Buffer => {
  const changed = Buffer.from(bytes)
  changed[at]! ^= 1 << bit
  return changed
}
const edited = (bytes: Buffer, from: string, to: string): Buffer => {
  const text = bytes.toString()
  if (!text.includes(from)) throw new Error(`${from}: not in the file`)
  return Buffer.from(text.replace(from, to))
}

const set =
  (name: string, bytes: (files: Files) => Buffer): Change =>
  files =>
    void files.set(name, bytes(files))
export const put = (name: string, bytes: Buffer) => set(name, () => bytes)
export const alter = (name: string, at?: number) => set(name, files => flipped(files.get(name)!, at))
export const edit = (name: string, from: string, to: string) =>
  set(name, files => edited(files.get(name)!, from, to))
export const drop =
  (name: string): Change =>
  files =>
    void files.delete(name)
export const copy = (from: string, to: string) => set(to, files => files.get(from)!)
export const all =
  (...changes: readonly Change[]) =>
  (files: Files): void => {
    for (const change of changes) change(files)
  }
export const entries = (list: readonly object[], more?: object) => put('trail.json', trailOf(list, more))
export const withLog =
  (log: Files): Change =>
  files => {
    for (const [name, bytes] of log) files.set(name, bytes)
  }
