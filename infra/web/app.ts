import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, type BuildResult, buildSync, stop } from 'esbuild'
import type { SiteFiles } from '../constructs/bundle.ts'

const titles = { work: 'Visits', desk: 'Desk', portal: 'Portal' } as const

export type App = keyof typeof titles
export const apps = Object.keys(titles) as readonly App[]

const web = join(import.meta.dirname, '../../functions/pages/web')

const forBrowsers = {
  bundle: true,
  minify: true,
  target: ['es2022', 'chrome103', 'safari15.4', 'firefox102'],
  legalComments: 'none',
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions

const forApps = {
  ...forBrowsers,
  format: 'esm',
  splitting: true,
  platform: 'browser',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // Named by a hash, so that browsers may cache the file forever.
  entryNames: '[name].[hash]',
  chunkNames: 'part.[hash]',
  metafile: true,
} as const satisfies BuildOptions

type AppBuild = BuildResult<typeof forApps>

interface BuiltApp {
  readonly page: SiteFiles
  readonly assets: SiteFiles
}

/** Builds at once, and ends the bundler's process. */
export const buildOnce: typeof buildSync = options => {
  try {
    return buildSync(options)
  } finally {
    void stop()
  }
}

/** Bundles a style sheet with all that it imports. @param name below `functions/pages/web` */
export const bundleStylesheet = (name: string): string =>
  buildOnce({ ...forBrowsers, entryPoints: [join(web, name)] }).outputFiles[0]!.text

/** Bundles a script that a page runs by itself. @param name below `functions/pages/web` */
export const bundleScript = (name: string): string =>
  buildOnce({ ...forBrowsers, entryPoints: [join(web, name)], format: 'esm' }).outputFiles[0]!.text

/** @throws where the bundler wrote no such file */
const fileOf = ({ metafile }: AppBuild, entry: string): string =>
  basename(Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)![0])

/** Static imports of the entry, however deep: preloaded, so that a slow network waits once. */
const partsOf = ({ metafile }: AppBuild, script: string): readonly string[] => {
  const needed = new Set<string>()
  const follow = (path: string): void => {
    for (const { path: part, kind } of metafile.outputs[path]!.imports)
      if (kind === 'import-statement' && !needed.has(part)) {
        needed.add(part)
        follow(part)
      }
  }
  follow(Object.keys(metafile.outputs).find(path => basename(path) === script)!)
  return [...needed].map(part => basename(part))
}

/* The app for visits can be installed on a phone, and starts offline. */

const visits = '/v1/work'
const manifestName = 'manifest.webmanifest'
const vectorIcon = 'icon.svg'
/** Opaque to the edge: phones cut icons into any shape (https://w3c.github.io/manifest/#icon-masks). */
const cutIcons = { 192: 'icon-192.png', 512: 'icon-512.png' } as const

const installableHead = `<link rel="icon" href="${visits}/${vectorIcon}">
<link rel="apple-touch-icon" href="${visits}/${cutIcons[192]}">
<link rel="manifest" href="${visits}/${manifestName}">
<meta name="theme-color" content="#0a6047">`

const manifest = {
  id: visits,
  name: titles.work,
  short_name: titles.work,
  description: 'The visits of a field agent, with and without a network',
  lang: 'en',
  start_url: visits,
  scope: visits,
  display: 'standalone',
  background_color: '#fdfdfc',
  theme_color: '#0a6047',
  icons: [
    { src: `${visits}/${vectorIcon}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...Object.entries(cutIcons).map(([side, file]) => ({
      src: `${visits}/${file}`,
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose: 'maskable',
    })),
  ],
}

type BundledFiles = ReadonlyMap<string, Uint8Array>

/** The worker's cache gets a new name with any change of the page. */
const workerOf = (page: string, bundled: BundledFiles): Uint8Array => {
  const digest = createHash('sha256').update(page)
  for (const [name, contents] of bundled) digest.update(name).update(contents)
  const cache = `shell-${digest.digest('hex').slice(0, 12)}`
  const shell = { cache, page: visits, files: [...bundled.keys()].map(name => `${visits}/${name}`) }
  return buildOnce({
    ...forBrowsers,
    entryPoints: [join(web, 'work/service-worker.ts')],
    format: 'iife',
    define: { shell: JSON.stringify(shell) },
  }).outputFiles[0]!.contents
}

const installableFiles = (page: string, bundled: BundledFiles): (readonly [string, Uint8Array])[] => [
  ['service-worker.js', workerOf(page, bundled)],
  [manifestName, Buffer.from(JSON.stringify(manifest))],
  ...[vectorIcon, ...Object.values(cutIcons)].map(
    name => [name, readFileSync(join(web, 'work', name))] as const,
  ),
]

const pageOf = (app: App, version: string, built: AppBuild): string => {
  const script = fileOf(built, 'main.tsx')
  const parts = partsOf(built, script).map(part => `<link rel="modulepreload" href="/v1/${app}/${part}">\n`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="version" content="${version}">
<title>${titles[app]} · Verification service</title>
${app === 'work' ? installableHead : '<link rel="icon" href="data:,">'}
<link rel="stylesheet" href="/v1/${app}/${fileOf(built, 'page.css')}">
${parts.join('')}<script type="module" src="/v1/${app}/${script}"></script>
</head>
<body>
<div id="app"><noscript>This page needs its script.</noscript></div>
</body>
</html>
`
}

/** The bytes depend on the sources and the version alone, and those of the version on the page itself. */
export const buildApp = (app: App, version: string): BuiltApp => {
  const absWorkingDir = join(web, app)
  const outdir = join(absWorkingDir, 'out')
  const built = buildOnce({ ...forApps, absWorkingDir, entryPoints: ['main.tsx', 'page.css'], outdir })
  const page = pageOf(app, version, built)
  const bundled = new Map(built.outputFiles.map(({ path, contents }) => [basename(path), contents]))
  const files = [...bundled, ...(app === 'work' ? installableFiles(page, bundled) : [])]
  return {
    page: new Map([['index.html', page]]),
    assets: new Map(files.map(([name, contents]) => [`${name}.gz`, gzipSync(contents, { level: 9 })])),
  }
}

export const appFiles = (version: string): Readonly<Record<string, SiteFiles>> =>
  Object.fromEntries(
    apps.flatMap(app => {
      const { page, assets } = buildApp(app, version)
      return [
        [`pages/${app}`, page],
        [`pages/${app}/asset`, assets],
      ]
    }),
  )
