import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ActionRequest } from './action.ts'
import { Problem } from './contract/problem.ts'
import { encodeText, encodingFor } from './encode-text.ts'

/** Written beside the function's code when it is bundled: see `infra/docs/site.ts`. */
const folder = join(import.meta.dirname, 'site')

let names: ReadonlySet<string> | undefined

/** @throws Problem not_found for a path out of the folder */
const siteFile = (name: string): Buffer => {
  names ??= new Set(readdirSync(folder))
  if (!names.has(name)) throw new Problem('not_found', 'There is no such page; the docs begin at /v1/docs.')
  return readFileSync(join(folder, name))
}

export const readSiteFile = (name: string): string => siteFile(name).toString()

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
}

const mediaTypeOf = (name: string) => ({ 'content-type': mediaTypes[extname(name)]! })

/** Pages of the docs run one file, which writes no HTML, and hold neither script nor style. */
const policy =
  "default-src 'none'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

const headersOf = (name: string) => ({
  ...mediaTypeOf(name),
  'cache-control': 'public, max-age=300',
  vary: 'accept-encoding',
  ...(name.endsWith('.html') && {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  }),
})

/** What a page's name stands for: Markdown, programs and texts are asked for by their endings. */
export const docsFileOf = (page: string): string =>
  /\.(md|mjs|txt|json)$/.test(page) ? page : `${page}.html`

const originMark = '{{origin}}'

const textResponse = (name: string, request: ActionRequest) => {
  const text = readSiteFile(name).replaceAll(originMark, request.origin)
  const { headers, content } = encodeText(text, 5, request)
  return { status: 200, headers: { ...headersOf(name), ...headers }, content } as const
}

/** A name with a hash of the bytes never changes its content; others are asked for again. */
const cacheControlOf = (name: string): string =>
  /\.(?:[A-Z0-9]{8}|[0-9a-f]{12})\.\w+$/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache'

export const assetResponse = (name: string) => ({
  status: 200 as const,
  headers: {
    ...mediaTypeOf(name),
    'content-encoding': 'gzip',
    'cache-control': cacheControlOf(name),
  },
  content: siteFile(`${name}.gz`),
})

/** An archive as it is: whoever installs it asks for no encoding, and checks its digest. */
export const archiveResponse = (name: string) => ({
  status: 200 as const,
  headers: { ...mediaTypeOf(name), 'cache-control': 'public, max-age=300' },
  content: siteFile(name),
})

/** A file that lies beside the code compressed with Brotli and with gzip, as the caller can read it. */
export const compressedResponse = (name: string, request: ActionRequest) => {
  const encoding = encodingFor(request)
  const headers = { ...headersOf(name), ...(encoding && { 'content-encoding': encoding }) }
  const content = siteFile(`${name}.${encoding === 'br' ? 'br' : 'gz'}`)
  return { status: 200, headers, content: encoding ? content : gunzipSync(content) } as const
}

/** What is the same at every host lies compressed beside the code. */
export const docsResponse = (name: string, request: ActionRequest) =>
  name.endsWith('.json') ? compressedResponse(name, request) : textResponse(name, request)
