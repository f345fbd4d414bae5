import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { RefusedError } from '../exit.ts'

/** A zip file that is being written. */
export interface Archive {
  add(name: string, bytes: Uint8Array): void
  /** Gives it its name. @throws Refused where something has come to stand there */
  finish(): void
  /** Leaves nothing; after `finish` it does nothing. */
  [Symbol.dispose](): void
}

/** What is packed already gains nothing by it. */
const isPacked = (name: string): boolean => /\/(photos|uploads)\//.test(name)

const refusalOf = (error: unknown, file: string): Error =>
  (error as { code?: string }).code === 'EEXIST'
    ? new RefusedError(`${file} is there already, and is not written over`)
    : new RefusedError(`${file} cannot be written: ${(error as Error).message}`)

const tried = <Result>(file: string, act: () => Result): Result => {
  try {
    return act()
  } catch (error) {
    throw refusalOf(error, file)
  }
}

/**
 * Writes a zip file for its owner's eyes alone. It has a name of its own until it is whole: under the one that was asked
 * for there is never a half, and what stands there stays, even if it comes meanwhile.
 * @throws Refused
 */
export const openArchive = (file: string): Archive => {
  const temporary = `${file}.${randomUUID()}.part`
  const descriptor = tried(file, () => openSync(temporary, 'wx', 0o600))
  let isOpen = true
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    // Goes on behind what is there, until all of it is written.
    writeFileSync(descriptor, chunk)
  })
  const close = () => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  return {
    add: (name, bytes) => {
      const entry = isPacked(name) ? new ZipPassThrough(name) : new ZipDeflate(name)
      zip.add(entry)
      entry.push(bytes, true)
    },
    finish: () => {
      zip.end()
      fsyncSync(descriptor)
      close()
      // Unlike a renaming it refuses to take the place of another.
      tried(file, () => linkSync(temporary, file))
    },
    [Symbol.dispose]: () => {
      close()
      rmSync(temporary, { force: true })
    },
  }
}
