import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import type { ExportChunk, ExportPage } from '../../shared/subject/export.ts'
import { redactionMarker } from '../../shared/subject/export-files.ts'
import { retainedData } from '../../shared/subject/retained-data.ts'
import type { SubjectPage, SubjectRecord } from '../../shared/subject/subject.ts'
import type { AdminCall } from './admin-command.ts'
import { openArchive } from './archive.ts'
import { wrap } from './table.ts'
import { type AdminTarget, invoke, RefusedError, targetName } from './target.ts'

/** Reads all pages of the search. @throws RefusedError */
const findAll = async (target: AdminTarget, naming: object): Promise<readonly SubjectRecord[]> => {
  const found: SubjectRecord[] = []
  let after: SubjectPage['next'] = null
  do {
    const answer = await invoke(target, { command: 'find', ...naming, ...(after && { after }) })
    const page = answer as Pick<SubjectPage, 'next'> & { readonly found: readonly SubjectRecord[] }
    found.push(...page.found)
    after = page.next
  } while (after)
  if (found.length === 0) throw new RefusedError('nothing is kept of such a person')
  return found
}

/** The answer holds no personal data. @throws RefusedError where nothing is found, or the file exists; UnreachableError */
export const exportAll = async ({ given: { out, ...naming }, target }: AdminCall) => {
  const file = String(out)
  if (existsSync(file)) throw new RefusedError(`${file} is there already, and is not written over`)
  const exportedAt = new Date().toISOString()
  const { organisationId, mode } = naming as unknown as VerificationKey
  const found = await findAll(target, naming)
  using archive = openArchive(file)
  const files: IndexEntry[] = []
  for (const { verificationId } of found)
    await collectFiles(target, { organisationId, mode, verificationId }, ({ bytes, name: own, ...about }) => {
      const name = `${verificationId}/${own}`
      archive.add(name, bytes)
      files.push({ name, verificationId, ...about })
    })
  const stage = targetName(target)
  const contents = { stage, exportedAt, organisationId, mode, verifications: found, files }
  archive.add('index.json', Buffer.from(buildIndex(contents)))
  archive.add('README.txt', Buffer.from(buildReadme(contents)))
  archive.finish()
  const verifications = found.map(one => {
    const own = files.filter(({ verificationId }) => verificationId === one.verificationId)
    return { ...one, files: own.length, bytes: own.reduce((sum, { size }) => sum + size, 0) }
  })
  return { file, verifications }
}

const changed = ({ name }: ExportChunk) =>
  new RefusedError(`${name} changed while it was read: run the same command again`)

/** @throws RefusedError */
const toFile = (piece: ExportChunk, bytes: Buffer) => {
  const { kind, name, keptUntil, size, sha256 } = piece
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw changed(piece)
  const { what, holds, until: kept } = retainedData[kind]
  return { kind, name, keptUntil, size, sha256, what, holds, kept, bytes }
}

/** Reads all files of a verification, page by page. @throws RefusedError, UnreachableError */
const collectFiles = async (
  target: AdminTarget,
  key: VerificationKey,
  take: (file: ReturnType<typeof toFile>) => void,
): Promise<void> => {
  let begun: { readonly piece: ExportChunk; readonly bytes: Buffer } | undefined
  let page: ExportPage['next'] = null
  do {
    const answer = await invoke(target, { command: 'export', ...key, ...(page && { page }) })
    const { pieces, next } = answer as ExportPage
    for (const piece of pieces) {
      const follows = begun?.piece.name === piece.name && begun.piece.sha256 === piece.sha256
      if (piece.offset > 0 && !follows) throw changed(piece)
      if (piece.offset === 0 && begun) throw changed(begun.piece)
      const bytes: Buffer = Buffer.concat([begun?.bytes ?? Buffer.of(), Buffer.from(piece.base64, 'base64')])
      begun = bytes.length < piece.size ? { piece, bytes } : undefined
      if (!begun) take(toFile(piece, bytes))
    }
    page = next
  } while (page)
  if (begun) throw changed(begun.piece)
}

/** `kept` is the rule behind `keptUntil`. */
export interface IndexEntry extends Omit<ReturnType<typeof toFile>, 'bytes'> {
  readonly verificationId: number
}

interface ArchiveContents {
  readonly exportedAt: string
  readonly verifications: readonly object[]
  readonly files: readonly IndexEntry[]
}

const ofOthers = `Ids of agents, reviewers and programs that worked on it are not the subject’s: "${redactionMarker}" stands in their place, and where an agent set out from is left out. Neighbours and an employer’s contact may be named in what they said and in the events: whoever hands this on looks through it first.`

const notIncluded = () =>
  Object.values(retainedData).flatMap(({ what, holds, until, notExported }) =>
    notExported === undefined ? [] : [{ what, holds, kept: until, why: notExported }],
  )

const buildIndex = ({ files, ...about }: ArchiveContents): string =>
  `${JSON.stringify({ format: 1, ...about, others: ofOthers, files, notIncluded: notIncluded() }, null, 2)}\n`

const paragraph = (text: string): string => wrap(text, 79).join('\n')

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
