import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type Json, type JsonObject, object, text } from '../../json.ts'

const lockModes = ['GOVERNANCE', 'COMPLIANCE'] as const
type LockMode = (typeof lockModes)[number]

export interface Version {
  readonly key: string
  readonly versionId: string
  /** Null for a delete marker. */
  readonly bytes: Uint8Array | null
  readonly storedAt: number
  readonly mode: LockMode | null
  /** Epoch milliseconds; null without a lock. */
  readonly retainUntil: number | null
}

export interface VersionPage extends Version {
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

export const openVersions = (database: DatabaseSync, bucket: string) => {
  database.exec(schema)
  const insert = database.prepare(
    'INSERT INTO versions (bucket, key, versionId, bytes, storedAt, mode, retainUntil) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const selectNewest = database.prepare(`SELECT * FROM versions WHERE bucket = ? AND key = ? AND ${newest}`)
  const selectOne = database.prepare('SELECT * FROM versions WHERE bucket = ? AND key = ? AND versionId = ?')
  const removeOne = database.prepare('DELETE FROM versions WHERE bucket = ? AND versionId = ?')
  const list = database.prepare(
    `SELECT *, ${newest} AS isLatest FROM versions
     WHERE bucket = :bucket AND substr(key, 1, length(:prefix)) = :prefix AND (
       key > :key OR (key = :key AND place < (SELECT place FROM versions WHERE versionId = :versionId))
     ) ORDER BY key, place DESC LIMIT :limit`,
  )
  return {
    add: (
      key: string,
      bytes: Uint8Array | null,
      { mode, retainUntil }: Pick<Version, 'mode' | 'retainUntil'>,
    ): string => {
      const versionId = randomUUID().replaceAll('-', '')
      insert.run(bucket, key, versionId, bytes, Date.now(), mode, retainUntil)
      return versionId
    },
    newest: (key: string) => selectNewest.get(bucket, key) as unknown as Version | undefined,
    one: (key: string, versionId: string) =>
      selectOne.get(bucket, key, versionId) as unknown as Version | undefined,
    remove: (versionId: string): void => void removeOne.run(bucket, versionId),
    list: (prefix: string, limit: number, key = '', versionId = ''): readonly VersionPage[] =>
      list
        .all({ ':bucket': bucket, ':prefix': prefix, ':key': key, ':versionId': versionId, ':limit': limit })
        .map(row => ({ ...(row as unknown as Version), isLatest: row.isLatest === 1 })),
  }
}

interface DefaultLock {
  readonly mode: LockMode
  readonly days: number
}

export interface LockedBucket {
  readonly name: string
  readonly versions: Versions
  readonly lock: DefaultLock
}

const dayMs = 86_400_000

const isMode = (mode: unknown): mode is LockMode => lockModes.includes(mode as LockMode)

export const readDefaultLock = (configuration: Json | undefined): DefaultLock | undefined => {
  const { DefaultRetention } = object(object(configuration).Rule)
  const { Mode, Days } = object(DefaultRetention)
  return isMode(Mode) && Number(Days) > 0 ? { mode: Mode, days: Number(Days) } : undefined
}

export const lockProblems = (properties: JsonObject): string[] => {
  const { ObjectLockEnabled, ObjectLockConfiguration, VersioningConfiguration } = properties
  const isVersioned = text(object(VersioningConfiguration).Status) === 'Enabled'
  const isLocked = `${ObjectLockEnabled}` === 'true'
  return [
    ...(isVersioned !== isLocked
      ? ['versions without Object Lock, or Object Lock without versions, are not supported']
      : []),
    ...(isLocked && readDefaultLock(ObjectLockConfiguration) === undefined
      ? ['Object Lock without a default retention of a mode and days is not supported']
      : []),
  ]
}

export const retentionFrom = ({ mode, days }: DefaultLock, nowMs: number) => ({
  mode,
  retainUntil: nowMs + days * dayMs,
})

/** @param mayBypass the caller asks to bypass governance mode and may */
export const isUnderRetention = (
  { mode, retainUntil }: Version,
  mayBypass: boolean,
  nowMs: number,
): boolean =>
  mode !== null && retainUntil !== null && nowMs < retainUntil && !(mode === 'GOVERNANCE' && mayBypass)
