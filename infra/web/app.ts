import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, type BuildResult, buildSync, stop } from 'esbuild'
import type { SiteFiles } from '../constructs/bundle.ts'
import { type Installable, installableFiles, installableHead } from './installable.ts'

const titles = { work: 'Visits', desk: 'Desk', portal: 'Portal' } as const

export type App = keyof typeof titles
export const apps = Object.keys(titles) as readonly App[]

const installable: Partial<Record<App, Installable>> = {
  work: { name: 'Visits', description: 'The visits of a field agent, with and without a network' },
}

const web = join(import.meta.dirname, '../../functions/pages/web')

const forBrowsers = {
  bundle: true,
  minify: true,
  format: 'esm',
  splitting: true,
  platform: 'browser',
  target: ['es2022', 'chrome103', 'safari15.4', 'firefox102'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // Named by a hash, so that browsers may cache the file forever.
  entryNames: '[name].[hash]',
  chunkNames: 'part.[hash]',
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions

export interface BuiltApp {
  readonly page: SiteFiles
  readonly assets: SiteFiles
}

const build = (app: App): BuildResult<typeof forBrowsers> => {
  try {
    return buildSync({
      ...forBrowsers,
      absWorkingDir: join(web, app),
      entryPoints: ['main.tsx', 'page.css'],
      outdir: join(web, app, 'out'),
    })
  } finally {
    void stop()
  }
}

/** Bundles a style sheet with all that it imports. @param name below `functions/pages/web` */
export const bundleStylesheet = (name: string): string => {
  const { target } = forBrowsers
  try {
    const entryPoints = [join(web, name)]
    return buildSync({ entryPoints, target, bundle: true, minify: true, write: false }).outputFiles[0]!.text
  } finally {
    void stop()
  }
}

/** @throws where the bundler wrote no such file */
const fileOf = ({ metafile }: BuildResult<typeof forBrowsers>, entry: string): string =>
  basename(Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)![0])

/** Static imports of the entry, however deep: preloaded, so that a slow network waits once. */
const partsOf = ({ metafile }: BuildResult<typeof forBrowsers>, script: string): readonly string[] => {
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

const headOf = (app: App): string =>
  installable[app] ? installableHead(`/v1/${app}`) : '<link rel="icon" href="data:,">'

interface LoadedFiles {
  readonly script: string
  readonly style: string
  readonly parts: readonly string[]
}

const preloadsOf = (app: App, parts: readonly string[]): string =>
  parts.map(part => `<link rel="modulepreload" href="/v1/${app}/${part}">\n`).join('')

const pageOf = (app: App, { script, style, parts }: LoadedFiles): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${titles[app]} · Verification service</title>
${headOf(app)}
<link rel="stylesheet" href="/v1/${app}/${style}">
${preloadsOf(app, parts)}<script type="module" src="/v1/${app}/${script}"></script>
</head>
<body>
<div id="app"><noscript>This page needs its script.</noscript></div>
</body>
</html>
`

const gzipped = ([name, contents]: readonly [string, Uint8Array]): [string, Buffer] => [
  `${name}.gz`,
  gzipSync(contents, { level: 9 }),
]

/** The bytes depend on the sources alone. */
export const buildApp = (app: App): BuiltApp => {
  const built = build(app)
  const [script, style] = [fileOf(built, 'main.tsx'), fileOf(built, 'page.css')]
  const page = pageOf(app, { script, style, parts: partsOf(built, script) })
  const bundled = new Map(built.outputFiles.map(({ path, contents }) => [basename(path), contents]))
  const about = installable[app]
  const kept = about
    ? installableFiles(about, { folder: join(web, app), url: `/v1/${app}`, page, bundled })
    : []
  return {
    page: new Map([['index.html', page]]),
    assets: new Map([...bundled, ...kept].map(gzipped)),
  }
}

export const appFiles = (): Readonly<Record<string, SiteFiles>> =>
  Object.fromEntries(
    apps.flatMap(app => {
      const { page, assets } = buildApp(app)
      return [
        [`pages/${app}`, page],
        [`pages/${app}/asset`, assets],
      ]
    }),
  )
