import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { lambdaBuild } from '../../../infra/constructs/bundle.ts'

const peersFolder = import.meta.dirname

/** What most teams ship: esbuild with its defaults for Node. */
export const bundlePlainly = (entry: string, folder: string): string => {
  const outfile = join(folder, `${entry.replaceAll('/', '_')}.cjs`)
  const source = join(peersFolder, `${entry}.ts`)
  buildSync({ bundle: true, platform: 'node', entryPoints: [source], outfile, logLevel: 'error' })
  return outfile
}

const credentials = join(peersFolder, 'environment-credentials.ts')

/** What our functions give their clients themselves, and peers take as it comes. */
const needed = ['@smithy/signature-v4', '@smithy/node-http-handler', '@smithy/core/checksum']

/** Bundled as our functions are; it finds its credentials by itself. */
export const bundleTuned = (entry: string, folder: string): string => {
  const outfile = join(folder, 'tuned', `${entry}.cjs`)
  const leftOut = Object.entries(lambdaBuild.alias).filter(([name]) => !needed.includes(name))
  const alias = { ...Object.fromEntries(leftOut), '@aws-sdk/credential-provider-node': credentials }
  const { outExtension: _, ...build } = lambdaBuild
  buildSync({ ...build, alias, entryPoints: [join(peersFolder, `${entry}.ts`)], outfile })
  return outfile
}
