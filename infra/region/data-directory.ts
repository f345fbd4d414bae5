/** Where the region keeps what survives it: one folder, used by one process at a time. Without one: memory. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface DataDirectory {
  /** The region's own records: executions, task tokens, stream checkpoints, generated secrets. */
  readonly database: DatabaseSync
  /** The DynamoDB engine's file; undefined for memory. */
  readonly tableFile: string | undefined
  /** The folder of queues and buckets; undefined for memory. */
  readonly queueFolder: string | undefined
  close(): void
}

/** Opens the folder, or memory if none is given. Throws a plain error if another process has it open. */
export const openDataDirectory = (folder: string | undefined): DataDirectory => {
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(folder === undefined ? ':memory:' : join(folder, 'region.db'))
  // The lock is held until the process ends, in whatever way, and then it is gone. NORMAL keeps every
  // commit when the process is killed; only a power cut could take the last ones.
  try {
    database.exec('PRAGMA busy_timeout = 1500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = NORMAL; BEGIN EXCLUSIVE; COMMIT')
  } catch (error) {
    database.close()
    if (!/locked|busy/i.test(String(error))) throw error
    throw new Error(
      `The data directory ${folder} is in use by another process. Stop that one, or choose another folder.`,
    )
  }
  return {
    database,
    tableFile: folder === undefined ? undefined : join(folder, 'tables.db'),
    queueFolder: folder === undefined ? undefined : join(folder, 'queues'),
    close: () => database.close(),
  }
}
