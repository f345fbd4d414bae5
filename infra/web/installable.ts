import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync, stop } from 'esbuild'

/** A page that a telephone can have among its own, and that opens without a network. */
export interface Installable {
  readonly name: string
  readonly description: string
}

interface Built {
  /** Of its sources. */
  readonly folder: string
  /** Where the page is served; its files lie below. */
  readonly url: string
  readonly page: string
  /** What the page loads, by name. */
  readonly bundled: ReadonlyMap<string, Uint8Array>
}

const manifestName = 'manifest.webmanifest'
const vectorIcon = 'icon.svg'
/** To the edge, so that a telephone may cut any shape out of them (https://w3c.github.io/manifest/#icon-masks). */
const cutIcons = { 192: 'icon-192.png', 512: 'icon-512.png' } as const

/** What the head of the page says of it. */
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

/** The page and all that it loads, under a name that changes with any byte of it. */
const shellOf = ({ url, page, bundled }: Built) => {
  const digest = createHash('sha256').update(page)
  for (const [name, contents] of bundled) digest.update(name).update(contents)
  const version = digest.digest('hex').slice(0, 12)
  return { cache: `shell-${version}`, page: url, files: [...bundled.keys()].map(name => `${url}/${name}`) }
}

const workerOf = (built: Built): Uint8Array => {
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

/** What lies beside a page that can be installed: its service worker, its manifest and its icons. */
export const installableFiles = (about: Installable, built: Built): (readonly [string, Uint8Array])[] => [
  ['service-worker.js', workerOf(built)],
  [manifestName, Buffer.from(JSON.stringify(manifestOf(about, built.url)))],
  ...[vectorIcon, ...Object.values(cutIcons)].map(
    name => [name, readFileSync(join(built.folder, name))] as const,
  ),
]
