import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { buildClients, npmFile, wheelFile } from '../../infra/clients/packages.ts'

/* The packages that integrators install, taken apart without the programs that install them. */

export const builtClients = buildClients()
export const npmBytes = Buffer.from(builtClients.get(npmFile)!)
export const wheelBytes = Buffer.from(builtClients.get(wheelFile)!)

const textAt = (block: Buffer, start: number, length: number): string =>
  block.toString('latin1', start, start + length).split('\0')[0]!

/** Texts by their paths, of a tar of plain files. */
export const unpackTarball = (bytes: Buffer): ReadonlyMap<string, string> => {
  const tar = gunzipSync(bytes)
  const files = new Map<string, string>()
  for (let at = 0; tar[at] !== 0; ) {
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8)
    files.set(textAt(tar, at, 100), tar.toString('utf8', at + 512, at + 512 + size))
    at += 512 * (1 + Math.ceil(size / 512))
  }
  return files
}

const build = join(import.meta.dirname, '../../.build')

/** A new folder below the project, whose packages programs in it find, and another's if they bring some. */
export const programFolder = (name: string): { readonly path: string; readonly remove: () => void } => {
  mkdirSync(build, { recursive: true })
  const path = mkdtempSync(join(build, `${name}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export const writeFiles = (folder: string, files: Iterable<readonly [string, string | Buffer]>): void => {
  for (const [path, contents] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), contents)
  }
}

export const collect = async (items: AsyncIterable<unknown>): Promise<unknown[]> => {
  const all: unknown[] = []
  for await (const item of items) all.push(item)
  return all
}
