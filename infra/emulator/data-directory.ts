/** Where the region keeps what survives it: one folder, used by one process at a time. Without one: memory. */
import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  enginesFilesIn,
  ownFile,
  prepareFolder,
  refuseFull,
  refuseOrphans,
  rememberFiles,
  UnusableFolderError,
  unusableFolder,
  unusableFile,
  verifyDatabase,
  verifyFiles,
} from './data-files.ts'

export interface DataDirectory {
  /** The folder's full path; undefined for memory. */
  readonly folder: string | undefined
  /** The region's own records: executions, task tokens, stream checkpoints, generated secrets. */
  readonly database: DatabaseSync
  /** The DynamoDB engine's file; undefined for memory. */
  readonly tableFile: string | undefined
  /** The folder of queues and buckets; undefined for memory. */
  readonly queueFolder: string | undefined
  /** Where messages are laid instead of being sent: below the folder, or a temporary one. It may not be there yet. */
  readonly outboxFolder: string
  /** Epoch milliseconds when it was last in use, by the clock of then; undefined if it never was. */
  readonly lastUsedAt: number | undefined
  /** All its files are there: from the next start on, one that is missing is a loss and not a beginning. */
  complete(): void
  /** Throws a plain error if it can be written no more, or if one of its files is gone. */
  check(): void
  close(): void
}

/** Opens the folder, or memory if none is given. Throws a plain error if another process has it open, or if it is not sound. */
export const openDataDirectory = (given: string | undefined): DataDirectory =>
  given === undefined ? inMemory() : inFolder(prepareFolder(given))

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
    queueFolder: undefined,
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
  const { database, files, lastUsedAt, beat } = openOwn(folder)
  let checkFiles = () => {}
  return {
    database,
    folder,
    tableFile: join(folder, 'tables.db'),
    queueFolder: join(folder, 'queues'),
    outboxFolder: join(folder, 'outbox'),
    lastUsedAt,
    complete: () => {
      files.write(enginesFilesIn(folder))
      checkFiles = rememberFiles(folder)
    },
    check: () => {
      checkFiles()
      refuseFull(folder)
      try {
        beat()
      } catch (error) {
        throw unusableFolder(folder, `can be written no more: ${(error as Error).message}`)
      }
    },
    close: () => database.close(),
  }
}

/** Opens and locks the region's own file, and looks by it whether the others are as they were. */
const openOwn = (folder: string) => {
  const isNew = !existsSync(join(folder, ownFile))
  if (isNew) refuseOrphans(folder)
  const database = open(folder)
  try {
    // The lock is held until the process ends, in whatever way, and then it is gone. NORMAL keeps every
    // commit when the process is killed; only a power cut could take the last ones.
    database.exec('PRAGMA busy_timeout = 1500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = NORMAL; BEGIN EXCLUSIVE; COMMIT')
    // An empty file is a new one for SQLite, though the others may be full.
    if (verifyDatabase(database) === 0 && !isNew) refuseOrphans(folder)
    const files = openFileList(database)
    verifyFiles(folder, files.read())
    return { database, files, ...openBeat(database) }
  } catch (error) {
    database.close()
    throw reasonOf(folder, error)
  }
}

const open = (folder: string): DatabaseSync => {
  try {
    return new DatabaseSync(join(folder, ownFile))
  } catch (error) {
    throw unusableFile(folder, ownFile, error)
  }
}

const reasonOf = (folder: string, error: unknown): Error =>
  !(error instanceof UnusableFolderError) && /locked|busy/i.test(String(error))
    ? unusableFolder(folder, 'is in use by another process. Stop that one, or choose another folder.')
    : unusableFile(folder, ownFile, error)

/** Which of the engines' files were there once. */
const openFileList = (database: DatabaseSync) => {
  database.exec('CREATE TABLE IF NOT EXISTS files (name TEXT PRIMARY KEY)')
  const insert = database.prepare('INSERT OR IGNORE INTO files VALUES (?)')
  return {
    read: () =>
      database
        .prepare('SELECT name FROM files')
        .all()
        .map(({ name }) => String(name)),
    write: (names: readonly string[]) => names.forEach(name => void insert.run(name)),
  }
}

/** A small write shows that the folder can be written, and when it was. */
const openBeat = (database: DatabaseSync) => {
  database.exec('CREATE TABLE IF NOT EXISTS beat (only INTEGER PRIMARY KEY, at INTEGER)')
  const lastUsedAt = database.prepare('SELECT at FROM beat').get()?.at as number | undefined
  const upsert = database.prepare('INSERT OR REPLACE INTO beat VALUES (1, ?)')
  return { lastUsedAt, beat: () => void upsert.run(Date.now()) }
}
