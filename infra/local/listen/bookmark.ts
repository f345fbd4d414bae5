/** Stored position of a listener. Two listeners with one file forward everything twice and lose nothing. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { makeFolder } from '../../emulator/data-directory.ts'

const Bookmark = z.object({
  from: z.iso.datetime(),
  /** Of the current page; null before the first. */
  cursor: z.nullable(z.string()),
  /** Forwarded ids of that page. */
  forwarded: z.array(z.string()),
  secret: z.optional(z.string()),
})
export type Bookmark = Readonly<z.infer<typeof Bookmark>>

/** Undefined if there is none. @throws Error in one line if it cannot be parsed */
export const readBookmark = (file: string): Bookmark | undefined => {
  try {
    return Bookmark.parse(JSON.parse(readFileSync(file, 'utf8')))
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
