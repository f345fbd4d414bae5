import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync, stop } from 'esbuild'

/** An app that can be installed on a phone and starts offline. */
export interface Installable {
  readonly name: string
  readonly description: string
}

interface BuiltApp {
  readonly folder: string
  readonly url: string
  readonly page: string
  readonly bundled: ReadonlyMap<string, Uint8Array>
}

const manifestName = 'manifest.webmanifest'
const vectorIcon = 'icon.svg'
/** Opaque to the edge: phones cut icons into any shape (https://w3c.github.io/manifest/#icon-masks). */
const cutIcons = { 192: 'icon-192.png', 512: 'icon-512.png' } as const

export const installableHead = (url: string): string => `<link rel="icon" href="${url}/${vectorIcon}">
<link rel="apple-touch-icon" href="${url}/${cutIcons[192]}">
<link rel="manifest" href="${url}/${manifestName}">
<meta name="theme-color" content="#0a6047">`

const manifestOf = ({ name, description }: Installable, url: string) => ({
  id: url,
  name,
  short_name: name,
  description,
  lang: 'en',
  start_url: url,
  scope: url,
  display: 'standalone',
  background_color: '#fdfdfc',
  theme_color: '#0a6047',
  icons: [
    { src: `${url}/${vectorIcon}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...Object.entries(cutIcons).map(([side, file]) => ({
      src: `${url}/${file}`,
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose: 'maskable',
    })),
  ],
})

/** The name changes with any byte of the page. */
const shellOf = ({ url, page, bundled }: BuiltApp) => {
  const digest = createHash('sha256').update(page)
  for (const [name, contents] of bundled) digest.update(name).update(contents)
  const version = digest.digest('hex').slice(0, 12)
  return { cache: `shell-${version}`, page: url, files: [...bundled.keys()].map(name => `${url}/${name}`) }
}

const workerOf = (built: BuiltApp): Uint8Array => {
  try {
    return buildSync({
      entryPoints: [join(built.folder, 'service-worker.ts')],
      bundle: true,
      minify: true,
      format: 'iife',
      target: ['es2022', 'chrome103', 'safari15.4', 'firefox102'],
      define: { shell: JSON.stringify(shellOf(built)) },
      legalComments: 'none',
      write: false,
      logLevel: 'silent',
    }).outputFiles[0]!.contents
  } finally {
    void stop()
  }
}

export const installableFiles = (about: Installable, built: BuiltApp): (readonly [string, Uint8Array])[] => [
  ['service-worker.js', workerOf(built)],
  [manifestName, Buffer.from(JSON.stringify(manifestOf(about, built.url)))],
  ...[vectorIcon, ...Object.values(cutIcons)].map(
    name => [name, readFileSync(join(built.folder, name))] as const,
  ),
]
