import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { bundle } from '../../../infra/constructs/bundle.ts'

const peersFolder = import.meta.dirname
const functionsFolder = join(peersFolder, '../../../functions')

/** What most teams ship: esbuild with its defaults for Node. */
export const bundlePlainly = (entry: string, folder: string): string => {
  const outfile = join(folder, `${entry.replaceAll('/', '_')}.cjs`)
  const source = join(peersFolder, `${entry}.ts`)
  buildSync({ bundle: true, platform: 'node', entryPoints: [source], outfile, logLevel: 'error' })
  return outfile
}

const bundleTuned = (entries: readonly string[], from: string, outputFolder: string): string[] => {
  const bundles = bundle(entries, { functionsFolder: from, outputFolder })
  return entries.map(entry => join(bundles.get(entry)!, 'index.cjs'))
}

/** Our functions, as they are deployed. */
export const bundleFunctions = (entries: readonly string[], folder: string): string[] =>
  bundleTuned(entries, functionsFolder, join(folder, 'ours'))

/** Peers, bundled as our functions are. */
export const bundlePeers = (entries: readonly string[], folder: string): string[] =>
  bundleTuned(entries, peersFolder, join(folder, 'tuned'))
