import { createHash } from 'node:crypto'
import { log } from '../aws/log.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { writeWithTrail } from '../trail/store.ts'
import { type ExportFile, exportReaders, findRecord } from './export-files.ts'
import { type ExportedKind, exportedKinds } from './kinds.ts'

/** Where a page begins: a file, and an offset in bytes. */
export interface ExportPosition {
  readonly kind: ExportedKind
  readonly name: string
  readonly offset: number
}

export interface ExportChunk extends ExportPosition {
  readonly keptUntil: string | null
  /** Of the whole file, in bytes, as its digest, in hex. */
  readonly size: number
  readonly sha256: string
  readonly base64: string
}

export interface ExportPage {
  readonly pieces: readonly ExportChunk[]
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

const filesFrom = async (key: VerificationKey, first: ExportedKind): Promise<readonly KindFile[]> => {
  const kinds = exportedKinds.slice(exportedKinds.indexOf(first))
  const lists = await Promise.all(
    kinds.map(async kind => (await exportReaders[kind](key)).map(file => ({ ...file, kind }))),
  )
  return lists.flatMap(list => list.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
}

/** A file that is not there any more is passed over. */
const fillPage = async (files: readonly KindFile[], position: ExportPosition): Promise<ExportPage> => {
  const pieces: ExportChunk[] = []
  let room = pageBytes
  for (const file of files) {
    const { kind, name, keptUntil } = file
    const offset = kind === position.kind && name === position.name ? position.offset : 0
    if (room <= 0) return { pieces, next: { kind, name, offset } }
    const bytes = await file.bytes()
    if (!bytes) continue
    const part = Buffer.from(bytes.subarray(offset, offset + room))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    pieces.push({
      kind,
      name,
      offset,
      keptUntil,
      size: bytes.length,
      sha256,
      base64: part.toString('base64'),
    })
    const end = offset + part.length
    if (end < bytes.length) return { pieces, next: { kind, name, offset: end } }
    room -= part.length + bytesAbout
  }
  return { pieces, next: null }
}

/**
 * A page of everything that is kept of a verification or look-up. That it is handed out stands in the trail before it is.
 * Returns undefined if there is none. @param at ISO 8601
 */
export const exportPage = async (
  key: VerificationKey,
  at: string,
  position: ExportPosition | undefined,
): Promise<ExportPage | undefined> => {
  if (!(await findRecord(key))) return undefined
  if (!position) {
    await writeWithTrail(key, at, [{ what: 'exported', by: 'operator' }])
    log('verification.exported', { ...key })
  }
  const from = position ?? { kind: exportedKinds[0]!, name: '', offset: 0 }
  const files = await filesFrom(key, from.kind)
  return fillPage(
    files.filter(({ kind, name }) => kind !== from.kind || name >= from.name),
    from,
  )
}
