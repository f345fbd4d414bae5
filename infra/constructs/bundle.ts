import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type BuildOptions, buildSync, stop } from 'esbuild'
import { keptOutputs, type BundledFile } from './kept-outputs.ts'

export type SiteFiles = ReadonlyMap<string, string | Buffer>

export interface BundleOptions {
  readonly functionsFolder: string
  readonly outputFolder: string
  /** What lies beside the code. */
  readonly site?: readonly BundledFile[]
  /** Whether what was made of the same sources before will do. */
  readonly mayBeKept?: boolean
}

export type Bundles = ReadonlyMap<string, string>

export const handler = 'index.handler'

/**
 * Bundles every entry into a folder of its own, all in one call, which is several times faster than one by one.
 * The bytes depend on the sources alone, so an unchanged function keeps its asset hash and is not deployed again.
 * @throws naming every entry whose file is missing
 */
export const bundle = (entries: readonly string[], options: BundleOptions): Bundles => {
  const { functionsFolder, outputFolder, site = [], mayBeKept = false } = options
  const missing = entries.filter(entry => !existsSync(join(functionsFolder, `${entry}.ts`)))
  if (missing.length > 0) {
    const list = missing.map(entry => `  functions/${entry}.ts`).join('\n')
    throw new Error(`Functions without a file (${missing.length}):\n${list}`)
  }
  const make = () => build(entries, functionsFolder)
  const origin = { folders: codeFolders, options: { ...lambdaBuild, functionsFolder, entries } }
  const code = mayBeKept ? keptOutputs(origin, make) : make()
  for (const { path, contents } of [...code, ...site]) write(join(outputFolder, path), contents)
  return new Map(entries.map(entry => [entry, join(outputFolder, folderOf(entry))]))
}

/** All that a function's code is made of. */
const codeFolders = ['functions', 'shared', 'infra/constructs']

/** The files beside the code of each function that has some. */
export const listSiteFiles = (
  entries: readonly string[],
  filesOf: (entry: string) => SiteFiles | undefined,
): readonly BundledFile[] =>
  entries.flatMap(entry =>
    [...(filesOf(entry) ?? [])].map(([name, contents]) => ({
      path: join(folderOf(entry), 'site', name),
      contents: Buffer.from(contents),
    })),
  )

const write = (path: string, contents: string | Uint8Array) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, contents)
}

const build = (entries: readonly string[], functionsFolder: string): readonly BundledFile[] => {
  try {
    const { outputFiles } = buildSync({
      ...lambdaBuild,
      entryPoints: entries.map(entry => ({
        in: join(functionsFolder, `${entry}.ts`),
        out: join(folderOf(entry), 'index'),
      })),
      outdir: functionsFolder,
      write: false,
    })
    return outputFiles.map(({ path, contents }) => ({ path: relative(functionsFolder, path), contents }))
  } finally {
    // esbuild works in a process of its own, which would keep 600 MB for as long as this one lives.
    void stop()
  }
}

const leftOut = join(import.meta.dirname, 'left-out.ts')

export const lambdaBuild = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  // `.cjs`, so that no package.json around it turns it into an ES module; those start no faster as a single file.
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // The SDK's ES modules: its CommonJS ones cannot be tree-shaken.
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': leftOut,
    '@smithy/core/event-streams': leftOut,
    '@smithy/signature-v4': leftOut,
    '@smithy/node-http-handler': leftOut,
    '@aws-sdk/endpoint-cache': leftOut,
    '@smithy/core/checksum': leftOut,
    '@modelcontextprotocol/server/_shims': leftOut,
  },
  // Only the SDK's browser half loads it.
  external: ['bowser'],
  // Where the code lies, for functions that have a site beside it.
  define: { 'import.meta.dirname': '__dirname' },
  legalComments: 'none',
  // Its error contains what it would print.
  logLevel: 'silent',
  logOverride: { 'empty-import-meta': 'error' },
} as const satisfies BuildOptions

/** Flat, because an asset is a whole folder: `addresses/id` inside `addresses` would travel with it. */
const folderOf = (entry: string) => entry.replaceAll('/', '_')
