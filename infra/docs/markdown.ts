import { Marked, type Token } from 'marked'

export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')

const marked = new Marked({ gfm: true })

const wordsOf = (html: string): string => html.replace(/<[^<>]+>/g, '').trim()

const headingOf = (token: Token & { depth: number }, html: string): string => {
  if (token.depth === 1) return html
  const id = anchorOf(wordsOf(html))
  return html.replace(/^<(h\d)>([\s\S]*)<\/h\d>/, `<$1 id="${id}"><a href="#${id}">$2</a></$1>`)
}

/** Wide content scrolls by itself and by keyboard, so that the page never scrolls sideways. */
const scrollable = (kind: 'code' | 'table', name: string, html: string): string =>
  `<div class="${kind}" role="group" aria-label="${name}" tabindex="0">${html}</div>\n`

const kindOf = ({ type }: Token): 'code' | 'table' | undefined =>
  type === 'code' || type === 'table' ? type : undefined

export const htmlOf = (markdown: string): string => {
  let heading = ''
  let count = 0
  const blocks = marked.lexer(markdown).map(token => {
    const html = marked.parser([token])
    if (token.type === 'heading') {
      heading = wordsOf(html)
      count = 0
      return headingOf(token as Token & { depth: number }, html)
    }
    const kind = kindOf(token)
    return kind ? scrollable(kind, `${heading}, ${kind} ${++count}`, html) : html
  })
  return blocks.join('')
}
