import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/*
 * What README, the documents of `.github`, guides and comments name in backticks exists: files and folders of this
 * repository, and names that look like code. A word such as `hosts` may be anything, so it is not checked.
 */

const root = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

const source = globSync('{shared,functions,infra}/**/*.{ts,tsx,mjs,py}', { cwd: root }).sort()
/** What benches compare with may be installed in their folder. */
const exclude = ['**/node_modules/**']
const tests = globSync('test/**/*.{ts,tsx}', { cwd: root, exclude }).sort()
const workflows = globSync('.github/**/*.yml', { cwd: root })
const guides = globSync('functions/pages/docs/**/*.md', { cwd: root }).sort()

const files = [
  ...globSync('{shared,functions,infra,test,.ci,.github}/**', { cwd: root, exclude }),
  ...globSync('*', { cwd: root }),
]
const paths = new Set(files.flatMap(file => [file, dirname(file)]))
/** `shared/link/link.ts` may be called by each of its ends: `link/link.ts`, `link.ts`. */
const ends = new Set(
  [...paths].flatMap(path => path.split('/').map((_, start, parts) => parts.slice(start).join('/'))),
)

/** A comment that begins its line, and one that follows code. */
const comment = /(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^\s*|\S )\/\/ .*$/gm
const commentsOf = (text: string): string => (text.match(comment) ?? []).join('\n')
const codeOf = (text: string): string => text.replace(comment, '')

/** Markdown without its blocks of code, which `test/journeys/guides.test.ts` runs. */
const proseOf = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```$/gm, '')

interface Reference {
  readonly file: string
  /** What stands in backticks, such as `node test/bench/cost.ts`. */
  readonly quoted: string
}

const referencesOf = (file: string, text: string): Reference[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, quoted]) => ({ file, quoted: quoted! }))

/** Words of a reference that are paths of this repository: by their first folder, or by their ending. */
const pathsIn = ({ quoted }: Reference): string[] =>
  quoted
    .split(/[\s,()]+/)
    .map(word => word.replace(/[#:].*$/, '').replace(/\/$/, ''))
    .filter(word =>
      /^(shared|functions|infra|test|\.ci|\.github)\/|^[\w-][\w./-]*\.(ts|tsx|mjs|md)$/.test(word),
    )
    .filter(word => !/[<>{}$*…]/.test(word))

/** Names of a reference that look like code: `camelCase`, `TwoHumps`, `under_scored`, `called()`; each of `joined.byDots`. */
const namesIn = ({ quoted }: Reference): string[] => {
  const [, names, called] = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(\(\))?$/.exec(quoted) ?? []
  if (names === undefined) return []
  const parts = names.split('.')
  return parts.filter(
    (name, index) =>
      /^[a-z][a-z0-9]*[A-Z]\w*$|^([A-Z][a-z0-9]+){2,}\w*$|^[A-Za-z0-9]+_\w+$/.test(name) ||
      (called && index === parts.length - 1),
  )
}

const wordsOf = (some: readonly string[]): Set<string> =>
  new Set(some.flatMap(file => codeOf(textOf(file)).match(/[A-Za-z_]\w*/g) ?? []))

/** Names of other software, which our code has no reason to contain. */
const foreign: readonly string[] = [
  // CDK and AWS
  'grantTaskResponse',
  'ReadOnlyAccess',
  'UPDATE_ROLLBACK_FAILED',
  'ECC_NIST_EDWARDS25519',
  // PHP
  'array_change_key_case',
]

/** What a guide has its reader save. */
const savedByReaders: readonly string[] = ['receiver.mjs', 'first-webhook.ts', 'verify.mjs']

const inSource = [
  ...source.flatMap(file => referencesOf(file, commentsOf(textOf(file)))),
  ...guides.flatMap(file => referencesOf(file, proseOf(textOf(file)))),
]
/** What a diagram names, which has no backticks. */
const drawnIn = (file: string, markdown: string): Reference[] =>
  [...markdown.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].flatMap(([, drawing]) =>
    drawing!.split(/[\s<>"]+/).map(quoted => ({ file, quoted })),
  )

/** What GitHub shows to who comes first. */
const welcome = ['README.md', ...globSync('.github/*.md', { cwd: root }).sort()]
const inWelcome = welcome.flatMap(file => [
  ...referencesOf(file, proseOf(textOf(file))),
  ...drawnIn(file, textOf(file)),
])

/** Where the links of a document lead in this repository, each with the document. */
const linksIn = (file: string, markdown: string): string[] =>
  [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter(target => !/^[a-z]+:|^#/.test(target))
    .map(target => join(dirname(file), target.replace(/#.*$/, '')))

const deadPaths = (some: readonly Reference[]): string[] =>
  some.flatMap(each =>
    pathsIn(each)
      .filter(path => !ends.has(path) && !savedByReaders.includes(path))
      .map(path => `${each.file}: ${path}`),
  )

const deadNames = (some: readonly Reference[], known: ReadonlySet<string>): string[] =>
  some.flatMap(each =>
    namesIn(each)
      .filter(name => !known.has(name) && !foreign.includes(name))
      .map(name => `${each.file}: ${name}`),
  )

describe('a reference in backticks', () => {
  it('to a file or a folder leads to one', () => {
    expect(inSource.flatMap(pathsIn).length).toBeGreaterThan(20)
    expect(inWelcome.flatMap(pathsIn).length).toBeGreaterThan(10)
    expect(deadPaths([...inSource, ...inWelcome])).toEqual([])
  })

  it('to a name of the code leads to one', () => {
    const [ofSource, ofAll] = [wordsOf([...source, ...workflows]), wordsOf([...source, ...tests])]
    expect(inSource.flatMap(namesIn).length).toBeGreaterThan(200)
    expect([...deadNames(inSource, ofSource), ...deadNames(inWelcome, ofAll)]).toEqual([])
  })

  it('or a link of these documents leads to a file', () => {
    const links = welcome.flatMap(file => linksIn(file, textOf(file)).map(target => ({ file, target })))
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter(({ target }) => !existsSync(join(root, target)))).toEqual([])
  })

  it('is checked in exceptions, too: each is named somewhere, and is not in our code', () => {
    const named = new Set(inSource.flatMap(each => [...namesIn(each), ...pathsIn(each)]))
    const known = wordsOf(source)
    expect(foreign.filter(name => !named.has(name) || known.has(name))).toEqual([])
    expect(savedByReaders.filter(path => !named.has(path) || ends.has(path))).toEqual([])
  })

  it.each([
    [
      'a comment',
      '/** See `shared/nowhere/gone.ts` and `goneName`. */',
      ['shared/nowhere/gone.ts'],
      ['goneName'],
    ],
    ['a line', 'const a = 1 // `GoneType.member`, not `go()`', [], ['GoneType', 'go']],
    ['a call', '  // By `keyFor()` of `shared/gone`.', ['shared/gone'], ['keyFor']],
    ['code', "const a = 'infra/**/*.ts' + `shared/gone.ts goneName`", [], []],
  ])('is found in %s', (_, text, lostPaths, lostNames) => {
    const found = referencesOf('x.ts', commentsOf(text))
    expect(deadPaths(found)).toEqual(lostPaths.map(path => `x.ts: ${path}`))
    expect(deadNames(found, new Set())).toEqual(lostNames.map(name => `x.ts: ${name}`))
  })
})
