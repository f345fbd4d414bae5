/** The versions that a locked bucket has of its objects: every put and every delete adds one. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

export const lockModes = ['GOVERNANCE', 'COMPLIANCE'] as const
export type LockMode = (typeof lockModes)[number]

export interface Version {
  readonly key: string
  readonly versionId: string
  /** Null for a mark of deletion. */
  readonly bytes: Uint8Array | null
  /** Epoch milliseconds. */
  readonly storedAt: number
  readonly mode: LockMode | null
  /** Epoch milliseconds; null where nothing is locked. */
  readonly retainUntil: number | null
}

type Retention = Pick<Version, 'mode' | 'retainUntil'>

/** Where a list of versions goes on: behind a key, or behind one of its versions. */
export interface ListMarker {
  readonly prefix: string
  readonly key?: string | undefined
  readonly versionId?: string | undefined
  readonly limit: number
}

export interface Listed extends Version {
  readonly isLatest: boolean
}

const schema = `
  CREATE TABLE IF NOT EXISTS versions (
    place INTEGER PRIMARY KEY AUTOINCREMENT, bucket TEXT, key TEXT, versionId TEXT UNIQUE, bytes BLOB,
    storedAt INTEGER, mode TEXT, retainUntil INTEGER
  );
  CREATE INDEX IF NOT EXISTS versionsByKey ON versions (bucket, key, place);`

const newest =
  'place = (SELECT max(place) FROM versions AS other WHERE other.bucket = versions.bucket AND other.key = versions.key)'

export type Versions = ReturnType<typeof openVersions>

/** Those of one bucket. Every write has reached the database's log when it returns. */
export const openVersions = (database: DatabaseSync, bucket: string) => {
  database.exec(schema)
  const insert = database.prepare(
    'INSERT INTO versions (bucket, key, versionId, bytes, storedAt, mode, retainUntil) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const selectNewest = database.prepare(`SELECT * FROM versions WHERE bucket = ? AND key = ? AND ${newest}`)
  const selectOne = database.prepare('SELECT * FROM versions WHERE bucket = ? AND key = ? AND versionId = ?')
  const removeOne = database.prepare('DELETE FROM versions WHERE bucket = ? AND versionId = ?')
  const updateLock = database.prepare(
    'UPDATE versions SET mode = ?, retainUntil = ? WHERE bucket = ? AND versionId = ?',
  )
  const list = database.prepare(
    `SELECT *, ${newest} AS isLatest FROM versions
     WHERE bucket = :bucket AND substr(key, 1, length(:prefix)) = :prefix AND (
       key > :key OR (key = :key AND place < (SELECT place FROM versions WHERE versionId = :versionId))
     ) ORDER BY key, place DESC LIMIT :limit`,
  )
  return {
    add: (key: string, bytes: Uint8Array | null, { mode, retainUntil }: Retention): string => {
      const versionId = randomUUID().replaceAll('-', '')
      insert.run(bucket, key, versionId, bytes, Date.now(), mode, retainUntil)
      return versionId
    },
    newest: (key: string) => selectNewest.get(bucket, key) as unknown as Version | undefined,
    one: (key: string, versionId: string) =>
      selectOne.get(bucket, key, versionId) as unknown as Version | undefined,
    remove: (versionId: string): void => void removeOne.run(bucket, versionId),
    lock: (versionId: string, { mode, retainUntil }: Retention): void =>
      void updateLock.run(mode, retainUntil, bucket, versionId),
    /** By key, the newest version of each first. */
    list: ({ prefix, key = '', versionId = '', limit }: ListMarker): readonly Listed[] =>
      list
        .all({ ':bucket': bucket, ':prefix': prefix, ':key': key, ':versionId': versionId, ':limit': limit })
        .map(row => ({ ...(row as unknown as Version), isLatest: row.isLatest === 1 })),
  }
}
