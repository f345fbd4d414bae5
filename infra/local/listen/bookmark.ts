/** Stored position of a listener. Two listeners with one file forward everything twice and lose nothing. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../emulator/folder.ts'

export interface Bookmark {
  /** ISO 8601. */
  readonly from: string
  /** Of the current page; null before the first. */
  readonly cursor: string | null
  /** Forwarded ids of that page. */
  readonly forwarded: readonly string[]
  readonly secret?: string
}

const isBookmark = (value: Partial<Bookmark> | null): value is Bookmark =>
  typeof value?.from === 'string' &&
  !Number.isNaN(Date.parse(value.from)) &&
  (value.cursor === null || typeof value.cursor === 'string') &&
  Array.isArray(value.forwarded) &&
  value.forwarded.every(id => typeof id === 'string') &&
  (value.secret === undefined || typeof value.secret === 'string')

/** Undefined if there is none. @throws Error in one line if it cannot be parsed */
export const readBookmark = (file: string): Bookmark | undefined => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isBookmark(value as Partial<Bookmark> | null)) throw new TypeError('It is no bookmark')
    return value as Bookmark
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(
      `The state file ${file} cannot be read. Remove it to begin anew, or name another with --state.`,
    )
  }
}

/** Replaces the file atomically on disk. */
export const writeBookmark = (file: string, bookmark: Bookmark): void => {
  const fresh = `${file}.${process.pid}`
  try {
    makeFolder(dirname(file))
    // It may hold a secret.
    const handle = openSync(fresh, 'w', 0o600)
    writeSync(handle, JSON.stringify(bookmark))
    fsyncSync(handle)
    closeSync(handle)
    renameSync(fresh, file)
  } catch (error) {
    throw new Error(`The state file ${file} cannot be written: ${(error as Error).message}`)
  }
}
