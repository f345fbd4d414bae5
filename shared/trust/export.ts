import { createHash } from 'node:crypto'
import { log } from '../aws/log.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { writeWithTrail } from '../trail/store.ts'
import { type ExportedKind, exportedKinds } from './export-exclusions.ts'
import { type ExportFile, exportReaders, findRecord } from './export-files.ts'

/** Where the next page of an export begins: in which file, behind how many bytes of it. */
export interface ExportPosition {
  readonly kind: ExportedKind
  readonly name: string
  readonly offset: number
}

/** A file or a part of one. */
export interface ExportChunk extends ExportPosition {
  readonly keptUntil: string | null
  /** Of the whole file: bytes, and SHA-256 in hexadecimal digits. */
  readonly size: number
  readonly sha256: string
  /** The bytes of this part. */
  readonly base64: string
}

export interface ExportPage {
  readonly pieces: readonly ExportChunk[]
  /** Null on the last page. */
  readonly next: ExportPosition | null
}

/**
 * A function answers 6 MB at most (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html), and base64
 * makes four bytes of three. Each piece says some hundred bytes about itself besides.
 */
const pageBytes = 4_000_000
const bytesAbout = 600

interface KindFile extends ExportFile {
  readonly kind: ExportedKind
}

/** What there is from a kind on, by kind and name. */
const filesFrom = async (key: VerificationKey, first: ExportedKind): Promise<readonly KindFile[]> => {
  const kinds = exportedKinds.slice(exportedKinds.indexOf(first))
  const lists = await Promise.all(
    kinds.map(async kind => (await exportReaders[kind](key)).map(file => ({ ...file, kind }))),
  )
  return lists.flatMap(list => list.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
}

const isBefore = ({ kind, name }: KindFile, place: ExportPosition): boolean =>
  kind === place.kind && name < place.name

const pieceOf = (
  { kind, name, keptUntil }: KindFile,
  bytes: Uint8Array,
  { offset, room }: { readonly offset: number; readonly room: number },
): ExportChunk => {
  const part = bytes.subarray(offset, offset + Math.max(1, room))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    ...{ kind, name, offset, keptUntil, size: bytes.length, sha256 },
    base64: Buffer.from(part).toString('base64'),
  }
}

const lengthOf = ({ base64 }: ExportChunk): number => Buffer.byteLength(base64, 'base64')

/** Fills a page from a place on; a file that is not there any more is passed over. */
const fillPage = async (files: readonly KindFile[], place: ExportPosition): Promise<ExportPage> => {
  const pieces: ExportChunk[] = []
  let room = pageBytes
  for (const file of files) {
    const { kind, name } = file
    const offset = kind === place.kind && name === place.name ? place.offset : 0
    if (room <= 0) return { pieces, next: { kind, name, offset } }
    const bytes = await file.bytes()
    if (!bytes) continue
    const piece = pieceOf(file, bytes, { offset, room })
    pieces.push(piece)
    const end = offset + lengthOf(piece)
    if (end < bytes.length) return { pieces, next: { kind, name, offset: end } }
    room -= lengthOf(piece) + bytesAbout
  }
  return { pieces, next: null }
}

/** Where an export begins. */
const start: ExportPosition = { kind: exportedKinds[0]!, name: '', offset: 0 }

/**
 * A page of everything that is kept of a verification or look-up. That it is handed out stands in the trail before it is.
 * Answers undefined if there is none. @param at ISO 8601
 */
export const exportPage = async (
  key: VerificationKey,
  at: string,
  place: ExportPosition | undefined,
): Promise<ExportPage | undefined> => {
  if (!(await findRecord(key))) return undefined
  if (!place) {
    await writeWithTrail(key, at, [{ what: 'exported', by: 'operator' }])
    log('verification.exported', { ...key })
  }
  const from = place ?? start
  const files = await filesFrom(key, from.kind)
  return fillPage(
    files.filter(file => !isBefore(file, from)),
    from,
  )
}
