import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import type { SiteFiles } from '../constructs/bundle.ts'
import { buildOnce } from '../web/app.ts'
import { tarball, wheel } from './archive.ts'
import { integratorRoutes, openApiDeclarations } from './declarations.ts'

/* The clients that integrators install, as an npm tarball and as a Python wheel. */

/** Of the API. Raised with the `v1` of its paths alone: a URL with the version in its name stays as long. */
const apiVersion = '1'

const about = {
  version: `${apiVersion}.0.0`,
  description: 'The client of the verification service',
  license: 'MIT',
} as const

export const npmFile = 'verification-client.tgz'
/** Pip reads name, version and tags from a wheel's name. */
export const wheelFile = `verification_client-${apiVersion}-py3-none-any.whl`

const folder = import.meta.dirname
const licence = readFileSync(join(folder, '../../LICENSE'), 'utf8')

const readme =
  '# verification-client\n\nThe client of the verification service. Its guide is at `/v1/docs/install-a-client` of your service.\n'

const modules = readdirSync(join(folder, 'typescript'))
  .filter(name => !/^(cli|openapi)\.ts$/.test(name))
  .toSorted()

/** @throws where an export lacks its type */
const declarationsOf = (name: string): [string, string] => {
  const { code, errors } = isolatedDeclarationSync(
    name,
    readFileSync(join(folder, 'typescript', name), 'utf8'),
  )
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`)
  return [`${name.replace(/\.ts$/, '')}.d.ts`, code.replaceAll(/(from ["']\.\/[\w-]+)\.ts(?=["'])/g, '$1.js')]
}

/** Readable, because whoever installs them will read them. */
const scripts = (): readonly [string, string][] =>
  buildOnce({
    bundle: true,
    entryPoints: ['index.ts', 'cli.ts'],
    absWorkingDir: join(folder, 'typescript'),
    outdir: folder,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  }).outputFiles.map(({ path, text }) => [basename(path), text])

const manifest = {
  name: 'verification-client',
  ...about,
  type: 'module',
  engines: { node: '>=22.1' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  bin: { 'verification-client': 'cli.js' },
  sideEffects: false,
}

const npmPackage = (): Buffer => {
  const files: readonly (readonly [string, string])[] = [
    ['package.json', `${JSON.stringify(manifest, undefined, 2)}\n`],
    ['LICENSE', licence],
    ['README.md', readme],
    ...scripts(),
    ...modules.map(declarationsOf),
    ['openapi.d.ts', openApiDeclarations()],
  ]
  return tarball(new Map(files.map(([path, text]) => [`package/${path}`, text])))
}

const pythonOperations = (): string => {
  const names = integratorRoutes().map(({ method, path }) => `    "${method} ${path}",\n`)
  return `"""Every operation of the API."""\n\nfrom typing import Literal\n\nOperation = Literal[\n${names.join('')}]\n`
}

const pythonPackage = (): Buffer => {
  const name = 'verification_client'
  const sources = readdirSync(join(folder, 'python', name)).filter(each => each.endsWith('.py'))
  const texts = sources
    .toSorted()
    .map(each => [`${name}/${each}`, readFileSync(join(folder, 'python', name, each), 'utf8')] as const)
  const files = new Map([
    ...texts,
    [`${name}/operations.py`, pythonOperations()] as const,
    [`${name}/py.typed`, ''] as const,
  ])
  const metadata = `Metadata-Version: 2.1\nName: ${name.replace('_', '-')}\nVersion: ${apiVersion}\nSummary: ${about.description}\nLicense: ${about.license}\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n${readme}`
  return wheel({ name, version: apiVersion, metadata, licence, files })
}

export const buildClients = (): SiteFiles =>
  new Map([
    [npmFile, npmPackage()],
    [wheelFile, pythonPackage()],
  ])

let built: SiteFiles | undefined

/** The same for every stage: built once per process, which may synthesise several. */
export const clientFiles = (): SiteFiles => {
  built ??= buildClients()
  return built
}
