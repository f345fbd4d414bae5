/** The emulator's data: one folder, used by one process at a time, or memory. */
import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from './folder.ts'

export interface DataDirectory {
  /** Undefined for memory, like the path of the table's file. */
  readonly folder: string | undefined
  readonly database: DatabaseSync
  readonly tableFile: string | undefined
  /** Below the folder, or temporary. It may not exist yet. */
  readonly outboxFolder: string
  /** Epoch milliseconds by the clock of that time; undefined if it was never used. */
  readonly lastUsedAt: number | undefined
  /** Declares all files present: from the next start, a missing one is a loss. */
  complete(): void
  /** Throws a plain error if it can be written no more, or if one of its files is gone. */
  check(): void
  close(): void
}

/** Throws a plain error if another process uses the folder, or if it is damaged. */
export const openDataDirectory = (given: string | undefined): DataDirectory =>
  given === undefined ? inMemory() : inFolder(prepareFolder(given))

const ownFile = 'emulator.db'
const enginesFiles = ['tables.db']

/** An address verification writes about 70 KB before its logs are merged: enough for a few hundred. */
const neededMegabytes = 32

const advice = 'Put it back from a copy, or choose another folder.'

class UnusableFolderError extends Error {
  override readonly name = 'Unusable'
}

const unusableFolder = (folder: string, why: string): UnusableFolderError =>
  new UnusableFolderError(`The data directory ${folder} ${why}`)

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')

const inMemory = (): DataDirectory => {
  const database = new DatabaseSync(':memory:')
  const outboxFolder = join(tmpdir(), `verification-outbox-${randomUUID()}`)
  const remove = () => rmSync(outboxFolder, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    database,
    outboxFolder,
    folder: undefined,
    tableFile: undefined,
    lastUsedAt: undefined,
    complete: () => {},
    check: () => {},
    close: () => {
      process.off('exit', remove)
      remove()
      database.close()
    },
  }
}

const inFolder = (folder: string): DataDirectory => {
  const database = openOwn(folder)
  const insertFile = database.prepare('INSERT OR IGNORE INTO files VALUES (?)')
  // A small write proves that the folder is writable, and records when.
  const upsertBeat = database.prepare('INSERT OR REPLACE INTO beat VALUES (1, ?)')
  let checkFiles = () => {}
  return {
    database,
    folder,
    tableFile: join(folder, 'tables.db'),
    outboxFolder: join(folder, 'outbox'),
    lastUsedAt: database.prepare('SELECT at FROM beat').get()?.at as number | undefined,
    complete: () => {
      for (const file of enginesFilesIn(folder)) insertFile.run(file)
      checkFiles = rememberFiles(folder)
    },
    check: () => {
      checkFiles()
      refuseFull(folder)
      try {
        upsertBeat.run(Date.now())
      } catch (error) {
        throw unusableFolder(folder, `can be written no more: ${(error as Error).message}`)
      }
    },
    close: () => database.close(),
  }
}

const openOwn = (folder: string): DatabaseSync => {
  const isNew = !existsSync(join(folder, ownFile))
  if (isNew) refuseOrphans(folder)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(join(folder, ownFile))
    // The lock ends with the process. NORMAL keeps every commit when the process is killed; only a power cut
    // could lose the last ones.
    database.exec('PRAGMA busy_timeout = 1500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = NORMAL; BEGIN EXCLUSIVE; COMMIT')
    // An empty file is a new one for SQLite, though the others may be full.
    if (verifyDatabase(database) === 0 && !isNew) refuseOrphans(folder)
    database.exec('CREATE TABLE IF NOT EXISTS files (name TEXT PRIMARY KEY)')
    database.exec('CREATE TABLE IF NOT EXISTS beat (only INTEGER PRIMARY KEY, at INTEGER)')
    const files = database.prepare('SELECT name FROM files').all()
    verifyFiles(
      folder,
      files.map(({ name }) => String(name)),
    )
    return database
  } catch (error) {
    database?.close()
    if (!(error instanceof UnusableFolderError) && /locked|busy/i.test(String(error)))
      throw unusableFolder(folder, 'is in use by another process. Stop that one, or choose another folder.')
    throw unusableFile(folder, ownFile, error)
  }
}

const prepareFolder = (given: string): string => {
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

const isThere = (folder: string) => (file: string) => existsSync(join(folder, file))

/** Prevents use of a home folder or of another program's folder. */
const refuseForeign = (folder: string): void => {
  if ([ownFile, ...enginesFiles].some(isThere(folder))) return
  const others = readdirSync(folder).filter(name => !name.startsWith('.'))
  if (others.length === 0) return
  const some = others.length > 3 ? [...others.slice(0, 3), '…'] : others
  throw unusableFolder(
    folder,
    `holds other things (${some.join(', ')}). Choose an empty folder, or a new one.`,
  )
}

/** Throws before the disk is full, because a failure in the middle of a write is hard to trust. */
const refuseFull = (folder: string): void => {
  const { bavail, bsize } = statfsSync(folder)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  if (megabytes < neededMegabytes)
    throw unusableFolder(folder, `is on a full disk: ${megabytes} MB are left, ${neededMegabytes} are needed`)
}

const refuseOrphans = (folder: string): void => {
  const found = enginesFilesIn(folder)
  if (found.length > 0)
    throw unusableFolder(folder, `has ${found.join(' and ')} but no ${ownFile}. ${advice}`)
}

/** Files that existed must exist. An interrupted start has files that are not there yet. */
const verifyFiles = (folder: string, kept: readonly string[]): void => {
  const missing = kept.filter(file => !isThere(folder)(file))
  if (missing.length > 0) throw unusableFolder(folder, `has lost ${missing.join(' and ')}. ${advice}`)
  for (const file of enginesFilesIn(folder)) verifyFile(folder, file, kept.includes(file))
}

/** With a DynamoDB engine of the user's own, we have no file of it. */
const enginesFilesIn = (folder: string): string[] => enginesFiles.filter(isThere(folder))

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

/** SQLite's words for bytes that it did not write. Other errors mean that it cannot read or write. */
const damage = /malformed|not a database|corrupt|\*\*\*|is empty/

const unusableFile = (folder: string, file: string, error: unknown): UnusableFolderError => {
  if (error instanceof UnusableFolderError) return error
  const message = messageOf(error)
  return damage.test(message)
    ? unusableFolder(folder, `has a damaged ${file}: ${message}. ${advice}`)
    : unusableFolder(folder, `cannot be used: ${file}: ${message}`)
}

/** Reads every page once, about 70 ms for 100 MB. Returns the number of tables and indexes. */
const verifyDatabase = (database: DatabaseSync): number => {
  const answer = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (answer !== 'ok') throw new Error(String(answer))
  return Number(database.prepare('SELECT count(*) AS size FROM sqlite_master').get()?.size)
}

/** Throws if a file in use was removed or replaced: writes to it are lost then. */
const rememberFiles = (folder: string): (() => void) => {
  const files = [ownFile, ...enginesFiles].map(file => ({ file, node: nodeOf(folder, file) }))
  return () => {
    const lost = files.filter(({ file, node }) => nodeOf(folder, file) !== node).map(({ file }) => file)
    if (lost.length > 0) throw unusableFolder(folder, `lost ${lost.join(' and ')} while it was in use`)
  }
}

const nodeOf = (folder: string, file: string): number | undefined =>
  statSync(join(folder, file), { throwIfNoEntry: false })?.ino
