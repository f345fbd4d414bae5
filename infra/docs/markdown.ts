import { Marked, type Token, type Tokens } from 'marked'
import type { Html } from '../../shared/http/html.ts'
import { codeTabs, languageLabel } from './code.ts'

export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')

const marked = new Marked({ gfm: true })

const wordsOf = (html: string): string => html.replace(/<[^<>]+>/g, '').trim()

const characterOf: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** In one line, without any markup. */
export const plainTextOf = (markdown: string): string =>
  wordsOf(marked.parse(markdown) as string)
    .replace(/&(#?\w+);/g, (entity, name: string) => characterOf[name] ?? entity)
    .replace(/\s+/g, ' ')

const headingOf = (token: Token & { depth: number }, html: string): string => {
  if (token.depth === 1) return html
  // An apostrophe is an entity here, and nothing in an anchor.
  const id = anchorOf(wordsOf(html).replace(/&#?\w+;/g, ''))
  return html.replace(/^<(h\d)>([\s\S]*)<\/h\d>/, `<$1 id="${id}"><a href="#${id}">$2</a></$1>`)
}

/** Wide content scrolls by itself and by keyboard, so that the page never scrolls sideways. */
const scrollableTable = (name: string, html: string): string =>
  `<div class="table" role="group" aria-label="${name}" tabindex="0">${html}</div>\n`

/** Where what stands in a code span is described, if it is somewhere. */
export type PlaceOf = (code: string) => string | undefined

/** Links code spans to where they are described; those in a link or a heading stay. */
const linked = (html: string, placeOf: PlaceOf): string =>
  html.replace(/<(a|h1|pre)\b[\s\S]*?<\/\1>|<code>([^<]*)<\/code>/g, (whole, _, code?: string) => {
    const place = code === undefined ? undefined : placeOf(code)
    return place === undefined ? whole : `<a href="${place}">${whole}</a>`
  })

const nowhere: PlaceOf = () => undefined

/** Markdown of one line, without a paragraph around it. */
export const inlineHtmlOf = (markdown: string, placeOf: PlaceOf = nowhere): Html => ({
  html: linked(marked.parseInline(markdown) as string, placeOf),
})

const isCode = (token: Token | undefined): token is Tokens.Code => token?.type === 'code'

const languageOf = ({ lang = '' }: Tokens.Code): string => lang.split(' ')[0]!

/** `tab=Python`: two blocks of one language are tabs of their own. */
const labelOf = (token: Tokens.Code): string =>
  / tab=(\w+)/.exec(token.lang ?? '')?.[1] ?? languageLabel(languageOf(token))

/** Code blocks of several languages that nothing stands between. */
const sampleFrom = (tokens: readonly Token[], start: number): readonly Tokens.Code[] => {
  const found: Tokens.Code[] = []
  for (const token of tokens.slice(start)) {
    if (token.type === 'space') continue
    if (!isCode(token) || found.some(each => labelOf(each) === labelOf(token))) break
    found.push(token)
  }
  return found
}

interface MarkdownOptions {
  readonly placeOf?: PlaceOf
  /** What blocks before the first heading are named by. */
  readonly name?: string
}

export const htmlOf = (markdown: string, { placeOf = nowhere, name = '' }: MarkdownOptions = {}): string => {
  let heading = name
  let count = 0
  const done = new Set<Token>()
  const tokens = marked.lexer(markdown)
  const blocks = tokens.map((token, index) => {
    if (done.has(token)) return ''
    const html = marked.parser([token])
    if (token.type === 'heading') {
      heading = wordsOf(html)
      count = 0
      return headingOf(token as Token & { depth: number }, html)
    }
    if (token.type === 'table') return scrollableTable(`${heading}, table ${++count}`, linked(html, placeOf))
    if (!isCode(token)) return linked(html, placeOf)
    const sample = sampleFrom(tokens, index)
    for (const each of sample) done.add(each)
    const tabs = sample.map(each => ({
      language: languageOf(each),
      label: labelOf(each),
      text: `${each.text}\n`,
    }))
    const blockName = `${heading}, code ${++count}`
    return codeTabs(anchorOf(blockName), { html: blockName }, tabs).html
  })
  return blocks.join('')
}
