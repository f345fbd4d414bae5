import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  type Archive,
  type ArchiveContents,
  type IndexEntry,
  buildIndex,
  buildReadme,
  openArchive,
} from './archive.ts'
import { retainedData } from '../../shared/table/retained-data.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import type { ExportChunk, ExportPage } from '../../shared/trust/export.ts'
import type { SubjectPage, SubjectRecord } from '../../shared/trust/subject.ts'
import type { CommandOptions } from './admin-commands.ts'
import { RefusedError } from './exit.ts'
import { invoke } from './invoke.ts'
import { type AdminTarget, targetName } from './target.ts'

interface Found {
  readonly found: readonly SubjectRecord[]
  readonly next: SubjectPage['next']
}

/** Holds no personal data. */
export interface Exported {
  readonly file: string
  readonly verifications: readonly (SubjectRecord & { readonly files: number; readonly bytes: number })[]
}

/** Reads all pages of the search. @throws RefusedError */
const findAll = async (place: AdminTarget, naming: CommandOptions): Promise<readonly SubjectRecord[]> => {
  const found: SubjectRecord[] = []
  let after: SubjectPage['next'] = null
  do {
    const answer = await invoke(place, { command: 'find', ...naming, ...(after && { after }) })
    const { found: more, next } = answer as Found
    found.push(...more)
    after = next
  } while (after)
  if (found.length === 0) throw new RefusedError('nothing is kept of such a person')
  return found
}

const addOne = async (
  place: AdminTarget,
  key: VerificationKey,
  archive: Archive,
): Promise<readonly IndexEntry[]> => {
  const files: IndexEntry[] = []
  await collectFiles(place, key, ({ bytes, name: own, until: kept, ...about }) => {
    const { verificationId } = key
    const name = `${verificationId}/${own}`
    archive.add(name, bytes)
    files.push({ name, verificationId, ...about, kept })
  })
  return files
}

/** @throws RefusedError where nothing is found, or the file exists; UnreachableError */
export const exportAll = async (
  { out, ...naming }: CommandOptions,
  place: AdminTarget,
): Promise<Exported> => {
  const file = String(out)
  if (existsSync(file)) throw new RefusedError(`${file} is there already, and is not written over`)
  const exportedAt = new Date().toISOString()
  const { organisationId, mode } = naming as unknown as VerificationKey
  const found = await findAll(place, naming)
  using archive = openArchive(file)
  const lists: IndexEntry[][] = []
  for (const { verificationId } of found)
    lists.push([...(await addOne(place, { organisationId, mode, verificationId }, archive))])
  const stage = targetName(place)
  const contents: ArchiveContents = {
    ...{ stage, exportedAt, organisationId, mode },
    verifications: found,
    files: lists.flat(),
  }
  archive.add('index.json', Buffer.from(buildIndex(contents)))
  archive.add('README.txt', Buffer.from(buildReadme(contents)))
  archive.finish()
  const verifications = found.map((one, index) => ({
    ...one,
    files: lists[index]!.length,
    bytes: lists[index]!.reduce((sum, { size }) => sum + size, 0),
  }))
  return { file, verifications }
}

export interface CollectedFile extends Omit<ExportChunk, 'offset' | 'base64'> {
  readonly bytes: Uint8Array
  readonly what: string
  readonly holds: string
  readonly until: string
}

interface PartialFile {
  readonly piece: ExportChunk
  readonly parts: readonly Buffer[]
}

const changed = ({ name }: ExportChunk) =>
  new RefusedError(`${name} changed while it was read: the same once more`)

/** @throws RefusedError where the piece does not follow */
const grown = (begun: PartialFile | undefined, piece: ExportChunk): PartialFile => {
  const part = Buffer.from(piece.base64, 'base64')
  if (piece.offset === 0) {
    if (begun) throw changed(begun.piece)
    return { piece, parts: [part] }
  }
  const follows = begun?.piece.name === piece.name && begun.piece.sha256 === piece.sha256
  if (!follows) throw changed(piece)
  return { piece, parts: [...begun.parts, part] }
}

const wholeOf = ({ piece, parts }: PartialFile): CollectedFile | undefined => {
  const bytes = Buffer.concat(parts)
  const { kind, name, keptUntil, size, sha256 } = piece
  if (bytes.length < size) return undefined
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw changed(piece)
  const { what, holds, until } = retainedData[kind]
  return { kind, name, keptUntil, size, sha256, bytes, what, holds, until }
}

/** Reads all files of a verification, page by page. @throws RefusedError, UnreachableError */
export const collectFiles = async (
  place: AdminTarget,
  key: VerificationKey,
  take: (file: CollectedFile) => void,
): Promise<void> => {
  let begun: PartialFile | undefined
  let page: ExportPage['next'] = null
  do {
    const command = { command: 'export', ...key, ...(page && { page }) }
    const answer = (await invoke(place, command)) as ExportPage
    for (const piece of answer.pieces) {
      begun = grown(begun, piece)
      const whole = wholeOf(begun)
      if (!whole) continue
      take(whole)
      begun = undefined
    }
    page = answer.next
  } while (page)
  if (begun) throw changed(begun.piece)
}
