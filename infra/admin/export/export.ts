import { existsSync } from 'node:fs'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import type { SubjectRecord, SubjectPage } from '../../../shared/trust/subject.ts'
import type { CommandOptions } from '../admin-command.ts'
import { RefusedError } from '../exit.ts'
import { invoke } from '../invoke.ts'
import { targetName, type AdminTarget } from '../target.ts'
import { type Archive, openArchive } from './archive.ts'
import { collectFiles } from './collect.ts'
import { type ArchiveContents, buildIndex, type IndexEntry, buildReadme } from './documents.ts'

interface Found {
  readonly found: readonly SubjectRecord[]
  readonly next: SubjectPage['next']
}

/** What an archive came to: no value of the person's is in it. */
export interface Exported {
  readonly file: string
  readonly verifications: readonly (SubjectRecord & { readonly files: number; readonly bytes: number })[]
}

/** All that the command line names, however many calls the search takes. @throws Refused */
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

/**
 * Writes everything that is kept of a verification, a look-up or a person into one archive.
 * @throws Refused where nothing is found, or something stands where it is to be written; NotReached
 */
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
