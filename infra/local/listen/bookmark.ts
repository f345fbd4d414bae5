/** How far a listener got, in a small file, so that it goes on there. Two with one file forward everything twice and lose nothing. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { makeFolder } from '../../emulator/data-files.ts'

const Bookmark = z.object({
  /** Where the first page began, ISO 8601. */
  from: z.iso.datetime(),
  /** Of the page that is being forwarded; null while there has been none. */
  cursor: z.nullable(z.string()),
  /** The ids of that page that are done. */
  forwarded: z.array(z.string()),
  /** What signs, if the listener made it itself. */
  secret: z.optional(z.string()),
})
export type Bookmark = Readonly<z.infer<typeof Bookmark>>

/** What the file says; undefined if there is none. @throws Error in one line if it cannot be read as one */
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

/** Takes the old one's place in one step, on disk: whenever this ends, the file is the old one or the new one, whole. */
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
