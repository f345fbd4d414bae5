import type { Html } from '../../shared/http/html.ts'
import type { DocumentAudience } from '../../shared/openapi/audience.ts'
import { type Guide, type GuideName, guideGroups, guidePath } from './guides.ts'
import { htmlOf } from './markdown.ts'
import { operationPath, operationPlaces, referenceDocuments } from './reference/document.ts'

/** URLs of assets by their names without the hash, such as `docs.css`. */
export type AssetPath = (name: string) => string

interface ClientCredentials {
  readonly clientId: string
  readonly secret: string
}

export interface DocsSite {
  /** Those that its reader finds, in reading order. */
  readonly guides: ReadonlyMap<GuideName, Guide>
  readonly asset: AssetPath
  readonly audience: DocumentAudience
  /** Of the release that these pages describe. */
  readonly version: string
  /** Those with which requests are sent from the reference; undefined where pages send none. */
  readonly credentials?: ClientCredentials
}

const linkTo = (path: string, title: string, isCurrent: boolean): string =>
  `<a href="${path}"${isCurrent ? ' aria-current="page"' : ''}>${title}</a>`

const referenceTitle = 'API reference'

const linkToReference = (current: string): string =>
  linkTo('/v1/docs/reference', referenceTitle, current === 'reference')

const group = (title: string, links: readonly string[]): string =>
  links.length === 0 ? '' : `<p>${title}</p><ul>${links.map(link => `<li>${link}</li>`).join('')}</ul>`

const guideList = (site: DocsSite, current: string): string =>
  guideGroups
    .map(({ title, names }) => {
      const own = names
        .flatMap(name => site.guides.get(name) ?? [])
        .map(guide => linkTo(guidePath(guide.name), guide.title, guide.name === current))
      return group(title, title === 'Look up' ? [linkToReference(current), ...own] : own)
    })
    .join('')

/** Nouns, and the operations of the one that is read. */
const referenceList = ({ audience }: DocsSite, current: string): string => {
  const nouns = referenceDocuments[audience].nouns.map(noun => {
    const link = linkTo(`/v1/docs/${noun.page}`, noun.name, noun.page === current)
    if (noun.page !== current) return link
    const operations = noun.operations.map(operation =>
      linkTo(operationPath(noun, operation), operation.summary, false),
    )
    return `${link}<ul>${operations.map(each => `<li>${each}</li>`).join('')}</ul>`
  })
  return group(referenceTitle, [linkTo('/v1/docs/reference', 'Overview', current === 'reference'), ...nouns])
}

/** Twice: beside the text on wide screens, folded above it on narrow ones. */
const navigation = (site: DocsSite, current: string): string => {
  const [name, all, list] = current.startsWith('reference')
    ? (['Reference', 'All of the reference', referenceList(site, current)] as const)
    : (['Guides', 'All guides', guideList(site, current)] as const)
  return `<nav class="side" aria-label="${name}">${list}</nav>
<nav class="menu" aria-label="${name}"><details><summary>${all}</summary>${list}</details></nav>`
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

const plain = (text: string): string =>
  text.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('"', '&quot;')

interface DocsPage {
  /** Of its file. */
  readonly name: string
  readonly title: string
  readonly summary: string
  /** Besides the one of all pages. */
  readonly script?: string
  /** Whether samples stand beside its text. */
  readonly isWide: boolean
  readonly article: Html
  readonly contents?: string
  /** What follows the article. */
  readonly end?: string
  /** Its text, where it is written as one. */
  readonly markdown?: string
}

const head = ({ title, summary, script }: DocsPage, { asset }: DocsSite): string => `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${plain(title)} · Verification service</title>
<meta name="description" content="${plain(summary)}">
<link rel="icon" href="${asset('mark.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset('docs.css')}">
<script type="module" src="${asset('docs.js')}"></script>
${script ? `<script type="module" src="${asset(script)}"></script>\n` : ''}</head>`

const banner = (current: string): string =>
  `<a class="skip" href="#content">Skip to the text</a>
<header><a class="home" href="/v1/docs">Verification service</a><span><button type="button" class="search" hidden data-index="/v1/docs/search.json">Search <kbd>/</kbd></button> <a href="/v1/docs">Guides</a> ${linkToReference(current)}</span></header>
<dialog aria-label="Search"><input type="search" aria-label="Search guides, reference and error codes" placeholder="A word, a field, a path, an error code"><ul class="found"></ul><p role="status"></p></dialog>`

const foot = ({ name, markdown }: DocsPage, { version }: DocsSite): string => {
  const asText =
    markdown === undefined
      ? ''
      : `<a href="/v1/docs/${name}.md">This page as Markdown</a> <a href="/v1/llms.txt">All pages for coding agents</a> `
  return `<footer>${asText}<span>Version ${version}</span></footer>\n`
}

/** A page that is whole without its script. */
export const docsPage = (site: DocsSite, page: DocsPage): string => `<!doctype html>
<html lang="en">
${head(page, site)}
<body>
${banner(page.name)}
<div class="columns${page.isWide ? ' wide' : ''}">
${navigation(site, page.name)}
${page.contents ?? ''}
<main id="content" tabindex="-1">
<article>
${page.article.html}</article>
${page.end ?? ''}${foot(page, site)}</main>
</div>
</body>
</html>
`

/** As few headings as these are seen at once. */
const fewHeadings = 3

/** The contents of a page, twice as its navigation is. */
const contentsOf = (article: string): string => {
  const links = [...article.matchAll(/<h2 id="([^"]+)"><a href="[^"]+">(.*?)<\/a><\/h2>/g)].map(
    ([, id, words]) => `<li><a href="#${id}">${words}</a></li>`,
  )
  if (links.length < fewHeadings) return ''
  const list = `<ul>${links.join('')}</ul>`
  return `<nav class="contents" aria-label="On this page"><p>On this page</p>${list}</nav>
<nav class="contents-menu" aria-label="On this page"><details><summary>On this page</summary>${list}</details></nav>`
}

export const guidePage = (guide: Guide, site: DocsSite): string => {
  const article = htmlOf(guide.markdown, { placeOf: operationPlaces(site.audience) })
  return docsPage(site, {
    ...guide,
    isWide: false,
    article: { html: article },
    contents: contentsOf(article),
    end: `${neighbours(site, guide.name)}\n`,
  })
}
