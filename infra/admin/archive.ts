import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { RefusedError } from './target.ts'

interface Archive {
  add(name: string, bytes: Uint8Array): void
  /** @throws RefusedError where the file exists by now */
  finish(): void
  /** Leaves nothing behind; does nothing after `finish`. */
  [Symbol.dispose](): void
}

/** @throws RefusedError */
const attempt = <Result>(file: string, action: () => Result): Result => {
  try {
    return action()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new RefusedError(
      code === 'EEXIST'
        ? `${file} is there already, and is not written over`
        : `${file} cannot be written: ${message}`,
    )
  }
}

/**
 * Creates a zip file that only its owner can read. It has a temporary name until it is complete, and never
 * replaces a file. @throws RefusedError
 */
export const openArchive = (file: string): Archive => {
  const temporary = `${file}.${randomUUID()}.part`
  const descriptor = attempt(file, () => openSync(temporary, 'wx', 0o600))
  let isOpen = true
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    // Appends.
    writeFileSync(descriptor, chunk)
  })
  const close = () => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  return {
    add: (name, bytes) => {
      // Images are compressed already.
      const isPacked = /\/(photos|uploads)\//.test(name)
      const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name)
      zip.add(entry)
      entry.push(bytes, true)
    },
    finish: () => {
      zip.end()
      fsyncSync(descriptor)
      close()
      // Unlike a rename, a link does not replace a file.
      attempt(file, () => linkSync(temporary, file))
    },
    [Symbol.dispose]: () => {
      close()
      rmSync(temporary, { force: true })
    },
  }
}
