import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { retainedData } from '../../shared/table/retained-data.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import type { ExportChunk, ExportPage } from '../../shared/trust/export.ts'
import { exportExclusions } from '../../shared/trust/export-exclusions.ts'
import { redactionMarker } from '../../shared/trust/export-files.ts'
import type { SubjectPage, SubjectRecord } from '../../shared/trust/subject.ts'
import type { CommandOptions } from './admin-command.ts'
import { type Archive, openArchive } from './archive.ts'
import { RefusedError } from './exit.ts'
import { invoke } from './invoke.ts'
import { type AdminTarget, targetName } from './target.ts'

interface FoundRecords {
  readonly found: readonly SubjectRecord[]
  readonly next: SubjectPage['next']
}

/** Holds no personal data. */
export interface ExportSummary {
  readonly file: string
  readonly verifications: readonly (SubjectRecord & { readonly files: number; readonly bytes: number })[]
}

/** Reads all pages of the search. @throws RefusedError */
const findAll = async (place: AdminTarget, naming: CommandOptions): Promise<readonly SubjectRecord[]> => {
  const found: SubjectRecord[] = []
  let after: SubjectPage['next'] = null
  do {
    const answer = await invoke(place, { command: 'find', ...naming, ...(after && { after }) })
    const { found: more, next } = answer as FoundRecords
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
): Promise<ExportSummary> => {
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

interface CollectedFile extends Omit<ExportChunk, 'offset' | 'base64'> {
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

export interface IndexEntry extends Omit<CollectedFile, 'bytes' | 'until'> {
  readonly verificationId: number
  /** The rule behind `keptUntil`. */
  readonly kept: string
}

interface ArchiveContents {
  readonly stage: string
  readonly exportedAt: string
  readonly organisationId: number
  readonly mode: string
  readonly verifications: readonly object[]
  readonly files: readonly IndexEntry[]
}

const ofOthers = `Ids of agents, reviewers and programs that worked on it are not the subject’s: "${redactionMarker}" stands in their place, and where an agent set out from is left out. Neighbours and an employer’s contact may be named in what they said and in the events: whoever hands this on looks through it first.`

const notIncluded = () =>
  (Object.keys(exportExclusions) as (keyof typeof exportExclusions)[]).map(kind => {
    const { what, holds, until } = retainedData[kind]
    return { what, holds, kept: until, why: exportExclusions[kind] }
  })

const buildIndex = ({ files, ...about }: ArchiveContents): string =>
  `${JSON.stringify({ format: 1, ...about, others: ofOthers, files, notIncluded: notIncluded() }, null, 2)}\n`

const paragraph = (text: string): string => (text.match(/\S.{0,78}(?=\s|$)/g) ?? []).join('\n')

const kindsIn = (files: readonly IndexEntry[]): readonly string[] => [
  ...new Map(
    files.map(({ kind, what, holds, kept }) => [kind, `- ${what}: ${holds}. Kept ${kept}.`]),
  ).values(),
]

const buildReadme = ({ exportedAt, verifications, files }: ArchiveContents): string =>
  [
    'WHAT IS KEPT ABOUT YOU',
    `A company asked for a check of your address, your employment or your identity: ${verifications.length === 1 ? 'once' : `${verifications.length} times`}. This archive holds all that the service which made the check keeps about you, as it stood on ${exportedAt}. You have a right to it, and to take it elsewhere: in Nigeria by the Nigeria Data Protection Act 2023, sections 34 and 38, in Kenya by the Data Protection Act 2019, sections 26 and 38.`,
    'HOW TO READ IT',
    'There is one folder for each check, named by its number. Photos open in any viewer. The other files are JSON, which is text: any editor and any browser shows them, and any program reads them. Times are in UTC. index.json names every file, says what it is and until when it is kept, and has its SHA-256, by which anybody can see that the file is as it was handed out.',
    'WHAT IS IN IT',
    kindsIn(files).map(paragraph).join('\n'),
    'WHAT IS NOT IN IT',
    `Who the agents and reviewers were: their ids are theirs. Where you read "${redactionMarker}", one of them stood. Your whole id number is kept only for the days in which an answer waits for a register or for its delivery; besides there are its last four characters, and a digest from which it cannot be told. Backups of the last days hold copies of what is here. index.json names everything that was left out, and why.`,
    'WHAT YOU CAN ASK FOR',
    'That something wrong is put right, that it is erased, or that it is not used any more: ask whoever handed you this archive. If they do not help you, complain to the Nigeria Data Protection Commission, or in Kenya to the Office of the Data Protection Commissioner.',
  ]
    .map(text => (text.includes('\n') ? text : paragraph(text)))
    .join('\n\n')
    .concat('\n')
