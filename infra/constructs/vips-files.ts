import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The image library as it was published, for any processor: its threads load its file by name, so no bundle can hold it. */
const names = ['lib/vips-node.mjs', 'lib/vips.wasm', 'LICENSE', 'THIRD-PARTY-NOTICES.md']

/** What lies in the folder `site` beside the code of a function that draws photos. */
export const vipsFiles = (): ReadonlyMap<string, Buffer> => {
  const root = dirname(dirname(createRequire(import.meta.url).resolve('wasm-vips')))
  return new Map(names.map(name => [name.replace('lib/', ''), readFileSync(join(root, name))]))
}
