import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { retainedData } from '../../shared/table/retained-data.ts'
import { exportExclusions } from '../../shared/trust/export-exclusions.ts'
import { redactionMarker } from '../../shared/trust/export-files.ts'
import { RefusedError } from './exit.ts'
import type { CollectedFile } from './export.ts'

export interface Archive {
  add(name: string, bytes: Uint8Array): void
  /** @throws RefusedError where the file exists by now */
  finish(): void
  /** Leaves nothing behind; does nothing after `finish`. */
  [Symbol.dispose](): void
}

/** Images are compressed already. */
const isPacked = (name: string): boolean => /\/(photos|uploads)\//.test(name)

const refusalOf = (error: unknown, file: string): Error =>
  (error as { code?: string }).code === 'EEXIST'
    ? new RefusedError(`${file} is there already, and is not written over`)
    : new RefusedError(`${file} cannot be written: ${(error as Error).message}`)

const tried = <Result>(file: string, act: () => Result): Result => {
  try {
    return act()
  } catch (error) {
    throw refusalOf(error, file)
  }
}

/**
 * Creates a zip file that only its owner can read. It has a temporary name until it is complete, and never
 * replaces a file. @throws RefusedError
 */
export const openArchive = (file: string): Archive => {
  const temporary = `${file}.${randomUUID()}.part`
  const descriptor = tried(file, () => openSync(temporary, 'wx', 0o600))
  let isOpen = true
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    // Appends.
    writeFileSync(descriptor, chunk)
  })
  const close = () => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  return {
    add: (name, bytes) => {
      const entry = isPacked(name) ? new ZipPassThrough(name) : new ZipDeflate(name)
      zip.add(entry)
      entry.push(bytes, true)
    },
    finish: () => {
      zip.end()
      fsyncSync(descriptor)
      close()
      // Unlike a rename, a link does not replace a file.
      tried(file, () => linkSync(temporary, file))
    },
    [Symbol.dispose]: () => {
      close()
      rmSync(temporary, { force: true })
    },
  }
}

export interface IndexEntry extends Omit<CollectedFile, 'bytes' | 'until'> {
  readonly verificationId: number
  /** The rule behind `keptUntil`. */
  readonly kept: string
}

export interface ArchiveContents {
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

export const buildIndex = ({ files, ...about }: ArchiveContents): string =>
  `${JSON.stringify({ format: 1, ...about, others: ofOthers, files, notIncluded: notIncluded() }, null, 2)}\n`

const paragraph = (text: string): string => (text.match(/\S.{0,78}(?=\s|$)/g) ?? []).join('\n')

const kindsIn = (files: readonly IndexEntry[]): readonly string[] => [
  ...new Map(
    files.map(({ kind, what, holds, kept }) => [kind, `- ${what}: ${holds}. Kept ${kept}.`]),
  ).values(),
]

export const buildReadme = ({ exportedAt, verifications, files }: ArchiveContents): string =>
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
