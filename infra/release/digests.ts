import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundles } from '../constructs/bundle.ts'

/** Of all files of a folder, with their names. */
const digestFolder = (folder: string): string => {
  const hash = createHash('sha256')
  for (const file of globSync('**', { cwd: folder, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted()) {
    const bytes = readFileSync(join(folder, file))
    hash.update(`${file} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

/** SHA-256 of what each function is deployed as. Its bytes depend on the sources and the stage's settings alone. */
export const digestBundles = (bundles: Bundles): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...bundles]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([entry, folder]) => [entry, digestFolder(folder)]),
  )
