import { createHash } from 'node:crypto'
import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { deserialize, serialize } from 'node:v8'

export interface BundledFile {
  /** Below the folder that it is written to. */
  readonly path: string
  readonly contents: Uint8Array
}

const ownRoot = join(import.meta.dirname, '../..')
const keptMs = 24 * 60 * 60 * 1000

export interface BuildOrigin {
  /** Folders of sources; what is installed by the lock belongs to them. */
  readonly folders: readonly string[]
  /** What the outputs follow from, besides the sources. */
  readonly options: object
}

const digestOf = (root: string, { folders, options }: BuildOrigin): string => {
  const hash = createHash('sha256').update(JSON.stringify(options))
  const sources = [...folders.map(folder => `${folder}/**`), 'package-lock.json']
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
  for (const file of files.sort()) {
    const bytes = readFileSync(join(root, file))
    hash.update(`${file} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

const removeOld = (folder: string): void => {
  const isOld = (file: string) =>
    (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - keptMs
  for (const name of readdirSync(folder))
    if (isOld(join(folder, name))) rmSync(join(folder, name), { force: true })
}

/** Undefined where there are none, or nobody can read them. */
const read = (file: string): readonly BundledFile[] | undefined => {
  try {
    return deserialize(readFileSync(file)) as readonly BundledFile[]
  } catch {
    return undefined
  }
}

/** Whole or not at all, since another process may read it at once; and not where nobody may write, as in an image. */
const keep = (folder: string, file: string, outputs: readonly BundledFile[]): void => {
  const written = `${file}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(written, serialize(outputs))
    renameSync(written, file)
    removeOld(folder)
  } catch {
    // The next start makes them again.
  }
}

/**
 * What was made of the same sources with the same options within a day, or else what is made now: bundles and guides take
 * half of the time of a start.
 */
export const keptOutputs = (
  origin: BuildOrigin,
  make: () => readonly BundledFile[],
  root = ownRoot,
): readonly BundledFile[] => {
  const folder = join(root, '.build/bundles')
  const file = join(folder, digestOf(root, origin))
  const found = read(file)
  if (found) return found
  const outputs = make()
  keep(folder, file, outputs)
  return outputs
}
