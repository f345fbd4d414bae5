import type { DocumentAudience } from '../../shared/openapi/audience.ts'
import { type Guide, type GuideName, guideGroups, guidePath } from './guides.ts'
import { htmlOf } from './markdown.ts'

/** URLs of assets by their names without the hash, such as `docs.css`. */
export type AssetPath = (name: string) => string

export interface DocsSite {
  /** Those that its reader finds, in reading order. */
  readonly guides: ReadonlyMap<GuideName, Guide>
  readonly asset: AssetPath
  readonly audience: DocumentAudience
}

const linkTo = ({ name, title }: Pick<Guide, 'title'> & { name: string }, current: string): string =>
  `<a href="${guidePath(name)}"${name === current ? ' aria-current="page"' : ''}>${title}</a>`

const reference = { name: 'reference', title: 'API reference' }

interface ReferencePaths {
  readonly page: string
  readonly document: string
  /** An operator's document and requests need the cookie of their session. */
  readonly credentials: 'omit' | 'same-origin'
}

const references: Readonly<Record<DocumentAudience, ReferencePaths>> = {
  integrator: { page: '/v1/docs/reference', document: '/v1/openapi.json', credentials: 'omit' },
  operator: {
    page: '/v1/docs/operators/reference',
    document: '/v1/docs/operators/openapi.json',
    credentials: 'same-origin',
  },
}

const linkToReference = ({ audience }: DocsSite, current: string): string =>
  `<a href="${references[audience].page}"${current === reference.name ? ' aria-current="page"' : ''}>${reference.title}</a>`

const listOf = (book: DocsSite, current: string): string =>
  guideGroups
    .map(({ title, names }) => {
      const own = names.flatMap(name => book.guides.get(name) ?? []).map(guide => linkTo(guide, current))
      const all = title === 'Look up' ? [linkToReference(book, current), ...own] : own
      const items = all.map(link => `<li>${link}</li>`)
      return items.length === 0 ? '' : `<p>${title}</p><ul>${items.join('')}</ul>`
    })
    .join('')

/** Twice: beside the text on wide screens, folded above it on narrow ones. */
const navigation = (book: DocsSite, current: string): string => {
  const list = listOf(book, current)
  return `<nav class="side" aria-label="Guides">${list}</nav>
<nav class="menu" aria-label="Guides"><details><summary>All guides</summary>${list}</details></nav>`
}

const neighbours = ({ guides }: DocsSite, name: GuideName): string => {
  const names = [...guides.keys()]
  const at = names.indexOf(name)
  const link = (neighbour: GuideName | undefined, rel: string, words: string) =>
    neighbour
      ? `<a rel="${rel}" href="${guidePath(neighbour)}"><span>${words}</span> ${guides.get(neighbour)!.title}</a>`
      : '<span></span>'
  return `<nav class="turn" aria-label="Next and previous guide">${link(names[at - 1], 'prev', 'Before')}${link(names[at + 1], 'next', 'Next')}</nav>`
}

interface Head {
  readonly title: string
  readonly summary: string
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
}

const plain = (text: string): string =>
  text.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const head = ({ title, summary, styles, scripts }: Head, { asset }: DocsSite): string => `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${plain(title)} · Verification service</title>
<meta name="description" content="${plain(summary)}">
<link rel="icon" href="${asset('mark.svg')}" type="image/svg+xml">
${styles.map(name => `<link rel="stylesheet" href="${asset(name)}">`).join('\n')}
${scripts.map(name => `<script type="module" src="${asset(name)}"></script>`).join('\n')}
</head>`

/** The reference has its heading here, since its renderer writes no h1. */
const banner = (book: DocsSite, current: string, heading = ''): string =>
  `<a class="skip" href="#content">Skip to the text</a>
<header><a class="home" href="/v1/docs">Verification service</a>${linkToReference(book, current)}${heading}</header>`

const about = ({ name }: Guide): string =>
  `<footer><a href="/v1/docs/${name}.md">This page as Markdown</a> <a href="/v1/llms.txt">All pages for coding agents</a></footer>`

/** Plain HTML without script. */
export const guidePage = (guide: Guide, book: DocsSite): string =>
  `<!doctype html>
<html lang="en">
${head({ ...guide, styles: ['docs.css'], scripts: [] }, book)}
<body>
${banner(book, guide.name)}
<div class="columns">
${navigation(book, guide.name)}
<main id="content" tabindex="-1">
<article>
${htmlOf(guide.markdown)}</article>
${neighbours(book, guide.name)}
${about(guide)}
</main>
</div>
</body>
</html>
`

export const referencePage = (book: DocsSite): string => {
  const { document, credentials } = references[book.audience]
  return `<!doctype html>
<html lang="en">
${head(
  {
    title: 'API reference',
    summary: 'Every operation of the API, with its fields, answers and problems.',
    styles: ['docs.css', 'reference.css'],
    scripts: ['openapi-explorer.js'],
  },
  book,
)}
<body>
${banner(book, 'reference', '<h1>API reference</h1>')}
<div id="content" tabindex="-1">
<noscript><p>The reference is shown by a script. The same is in <a href="${document}">openapi.json</a>, and the <a href="/v1/docs">guides</a> need none.</p></noscript>
<openapi-explorer spec-url="${document}" collapse hide-server-selection fetch-credentials="${credentials}">
<p slot="overview">New here? Begin with <a href="/v1/docs/first-verification">your first verification</a>. To try an operation, fetch a token with the first one and set it under Authentication.</p>
</openapi-explorer>
</div>
<footer><a href="${book.asset('openapi-explorer.txt')}">Shown by OpenAPI Explorer, under the Apache License 2.0</a></footer>
</body>
</html>
`
}
