/** The files of a data directory: what must be there, and whether it can be trusted. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export const ownFile = 'region.db'
const enginesFiles = ['tables.db', join('queues', 'fauxqs.db')]

/** An address verification writes some 70 KB before its logs are folded in: room for a few hundred. */
const neededMegabytes = 32

const advice = 'Put it back from a copy, or choose another folder.'

/** A folder that cannot be used, and why, in one line. */
export class UnusableFolderError extends Error {
  override readonly name = 'Unusable'
}

export const unusableFolder = (folder: string, why: string): UnusableFolderError =>
  new UnusableFolderError(`The data directory ${folder} ${why}`)

/** In one line: SQLite tells of damage in several. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')

/** Makes the folder if need be. Throws if it cannot be one, cannot be written, or holds somebody's other things. */
export const prepareFolder = (given: string): string => {
  if (given === '') throw new Error('The data directory has no name')
  const folder = resolve(given)
  try {
    makeFolder(folder)
    if (!statSync(folder).isDirectory()) throw new Error('it is not a folder')
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusableFolder(folder, `cannot be used: ${messageOf(error)}`)
  }
  refuseForeign(folder)
  refuseFull(folder)
  return folder
}

/** Level by level: Node's own recursive mkdir never returns where a parent refuses to have children, as /proc does. */
export const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

const isThere = (folder: string) => (file: string) => existsSync(join(folder, file))

/** Somebody's home, or another program's folder, is not ours to fill. */
const refuseForeign = (folder: string): void => {
  if ([ownFile, ...enginesFiles].some(isThere(folder))) return
  const others = readdirSync(folder).filter(name => !name.startsWith('.') && name !== 'queues')
  if (others.length === 0) return
  const some = others.length > 3 ? [...others.slice(0, 3), '…'] : others
  throw unusableFolder(
    folder,
    `holds other things (${some.join(', ')}). Choose an empty folder, or a new one.`,
  )
}

/** Throws before the disk is full: what runs out of it in the middle of its work is hard to trust. */
export const refuseFull = (folder: string): void => {
  const { bavail, bsize } = statfsSync(folder)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  if (megabytes < neededMegabytes)
    throw unusableFolder(folder, `is on a full disk: ${megabytes} MB are left, ${neededMegabytes} are needed`)
}

/** The engines' files that are there although the region's own is not, or is new. */
export const refuseOrphans = (folder: string): void => {
  const found = enginesFilesIn(folder)
  if (found.length > 0)
    throw unusableFolder(folder, `has ${found.join(' and ')} but no ${ownFile}. ${advice}`)
}

/** What was there once must be there again. A start that was interrupted has files that are not there yet. */
export const verifyFiles = (folder: string, kept: readonly string[]): void => {
  const missing = kept.filter(file => !isThere(folder)(file))
  if (missing.length > 0) throw unusableFolder(folder, `has lost ${missing.join(' and ')}. ${advice}`)
  for (const file of enginesFilesIn(folder)) verifyFile(folder, file, kept.includes(file))
}

/** The engines' files that are there: on a machine with a DynamoDB of its own, ours has none. */
export const enginesFilesIn = (folder: string): string[] => enginesFiles.filter(isThere(folder))

const verifyFile = (folder: string, file: string, wasKept: boolean): void => {
  const path = join(folder, file)
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    using database = new DatabaseSync(path, { timeout: 1500 })
    if (verifyDatabase(database) === 0 && wasKept) throw new Error('it is empty')
  } catch (error) {
    throw unusableFile(folder, file, error)
  }
}

/** What SQLite says of bytes that it did not write; anything else keeps it from reading or writing at all. */
const damage = /malformed|not a database|corrupt|\*\*\*|is empty/

export const unusableFile = (folder: string, file: string, error: unknown): UnusableFolderError => {
  if (error instanceof UnusableFolderError) return error
  const message = messageOf(error)
  return damage.test(message)
    ? unusableFolder(folder, `has a damaged ${file}: ${message}. ${advice}`)
    : unusableFolder(folder, `cannot be used: ${file}: ${message}`)
}

/** Reads every page once, some 70 ms for 100 MB. Answers how many tables and indexes there are; throws if something is amiss. */
export const verifyDatabase = (database: DatabaseSync): number => {
  const answer = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (answer !== 'ok') throw new Error(String(answer))
  return Number(database.prepare('SELECT count(*) AS size FROM sqlite_master').get()?.size)
}

/** Throws if a file of a folder in use was taken away or replaced: what is written to it then reaches nobody. */
export const rememberFiles = (folder: string): (() => void) => {
  const files = [ownFile, ...enginesFiles].map(file => ({ file, node: nodeOf(folder, file) }))
  return () => {
    const lost = files.filter(({ file, node }) => nodeOf(folder, file) !== node).map(({ file }) => file)
    if (lost.length > 0) throw unusableFolder(folder, `lost ${lost.join(' and ')} while it was in use`)
  }
}

const nodeOf = (folder: string, file: string): number | undefined =>
  statSync(join(folder, file), { throwIfNoEntry: false })?.ino
