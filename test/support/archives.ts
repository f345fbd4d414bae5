import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import type { IndexEntry } from '../../infra/admin/export.ts'

export interface Unpacked {
  readonly texts: Readonly<Record<string, string>>
  readonly index: { readonly files: readonly IndexEntry[]; readonly notIncluded: readonly object[] }
}

/** An archive as anybody reads it. @throws Error if a file is not as the index says */
export const unpack = (file: string): Unpacked => {
  const files = unzipSync(readFileSync(file))
  const texts = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]),
  )
  const index = JSON.parse(Buffer.from(files['index.json']!).toString())
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const own = ['index.json', 'README.txt']
  const others = Object.entries(files).filter(([name]) => !own.includes(name))
  const found = others.map(([name, bytes]) => `${name} ${digest(bytes)}`).sort()
  const listed = index.files.map(({ name, sha256 }: IndexEntry) => `${name} ${sha256}`).sort()
  if (`${found}` !== `${listed}`) throw new Error(`The index says ${listed}, there is ${found}`)
  return { texts, index }
}
