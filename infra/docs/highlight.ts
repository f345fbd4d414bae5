import { type Html, html } from '../../shared/http/html.ts'

/* Colours of code, written into the page: no script runs for them. */

const words = (...some: readonly string[]): string => String.raw`\b(?:${some.join('|')})\b`

const hashComment = String.raw`(?<![\w$])#[^\n]*`
const lineComment = String.raw`(?<!:)\/\/[^\n]*|\/\*[\s\S]*?\*\/`
const doubleQuoted = String.raw`"(?:\\.|[^"\\\n])*"`
const singleQuoted = String.raw`'(?:\\.|[^'\\\n])*'`
const number = String.raw`\b\d[\d_.]*\b`

interface LanguageGrammar {
  /** As plain text: the name of a member. */
  readonly name?: string
  readonly comment?: string
  readonly string: string
  readonly keyword?: string
  readonly constant?: string
}

const script: LanguageGrammar = {
  comment: lineComment,
  string: `${doubleQuoted}|${singleQuoted}|\`(?:\\\\.|[^\`\\\\])*\``,
  keyword: words(
    ...'as async await break case catch class const else export extends finally for from function if import in let new of return throw try typeof while'.split(
      ' ',
    ),
  ),
  constant: `${words('true', 'false', 'null', 'undefined')}|${number}`,
}

const shell: LanguageGrammar = {
  comment: hashComment,
  // The body of a request is a text of many lines.
  string: `${doubleQuoted}|'[^']*'`,
  keyword: words('export', 'if', 'then', 'else', 'fi', 'for', 'do', 'done', 'while'),
}

const grammars: Readonly<Record<string, LanguageGrammar>> = {
  sh: shell,
  console: shell,
  json: {
    name: String.raw`${doubleQuoted}(?=\s*:)`,
    string: doubleQuoted,
    constant: `${words('true', 'false', 'null')}|${number}`,
  },
  js: script,
  ts: script,
  java: {
    ...script,
    keyword: words(
      ...'class else final for if import new private public return static throw throws try var void'.split(
        ' ',
      ),
    ),
  },
  go: {
    ...script,
    keyword: words(
      ...'const defer else for func if import package range return struct switch type var'.split(' '),
    ),
    constant: `${words('true', 'false', 'nil')}|${number}`,
  },
  php: {
    comment: `${lineComment}|${hashComment}`,
    string: `${doubleQuoted}|'(?:\\\\.|[^'\\\\])*'`,
    keyword: words(...'echo else exit fn foreach function if new return throw use'.split(' ')),
    constant: `${words('true', 'false', 'null')}|${number}`,
  },
  python: {
    comment: hashComment,
    string: `"""[\\s\\S]*?"""|${doubleQuoted}|${singleQuoted}`,
    keyword: words(
      ...'and as class def else except for from if import in is not or raise return try while with'.split(
        ' ',
      ),
    ),
    constant: `${words('True', 'False', 'None')}|${number}`,
  },
}

const expressions = new Map(
  Object.entries(grammars).map(([language, grammar]) => [
    language,
    new RegExp(
      Object.entries(grammar)
        .map(([kind, pattern]) => `(?<${kind}>${pattern})`)
        .join('|'),
      'g',
    ),
  ]),
)

/** Code as HTML, its comments, strings, keywords and constants in `span`s; as it is in a language that is not known. */
export const highlight = (code: string, language: string): Html => {
  const expression = expressions.get(language)
  if (!expression) return html`${code}`
  const parts: Html[] = []
  let end = 0
  for (const { 0: text, index, groups } of code.matchAll(expression)) {
    const [kind] = Object.entries(groups!).find(([, found]) => found !== undefined)!
    const shown = kind === 'name' ? html`${text}` : html`<span class="${kind}">${text}</span>`
    parts.push(html`${code.slice(end, index)}`, shown)
    end = index + text.length
  }
  return html`${[...parts, html`${code.slice(end)}`]}`
}
