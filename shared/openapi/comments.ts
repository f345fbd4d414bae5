import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { rolldown } from 'rolldown'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import * as z from 'zod/mini'

/*
 * Doc comments of schemas and routes. They are gone when the code runs, so this runs the code once more in a form that
 * keeps them: every value that has a doc comment is passed to `keep`, and carries the comment wherever the code takes
 * it. No list says which comment belongs to which field, so none can be wrong.
 */

/** Properties of an object and constants, with what stands in the comment before them. */
interface Commented {
  readonly start: number
  readonly end: number
  readonly comment: string
  readonly isConstant: boolean
  /** Of a property such as `{ id }`. */
  readonly name?: string
}

const wordsOf = (block: string): string =>
  block
    .replace(/^\*/, '')
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim()

const commentedIn = (file: string, code: string): readonly Commented[] => {
  const { program, comments } = parseSync(file, code)
  const before = new Map(
    comments
      .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
      .map(({ end, value }) => [
        end + (/^\s*(?:export )?(?:const )?/.exec(code.slice(end))?.[0].length ?? 0),
        value,
      ]),
  )
  const found: Commented[] = []
  const add = (
    at: number,
    { start, end }: ESTree.Expression,
    more: Pick<Commented, 'isConstant' | 'name'>,
  ) => {
    const comment = before.get(at)
    if (comment !== undefined) found.push({ start, end, comment: wordsOf(comment), ...more })
  }
  new Visitor({
    Property: ({ start, value, key, shorthand }) => {
      const { name } = key as ESTree.IdentifierName
      add(start, value as ESTree.Expression, { isConstant: false, ...(shorthand && { name }) })
    },
    VariableDeclarator: ({ start, init }) => {
      if (init) add(start, init, { isConstant: true })
    },
  }).visit(program)
  return found
}

const linksIn = (comment: string): readonly string[] =>
  [...comment.matchAll(/\{@link (\w+)\}/g)].map(([, name]) => name!)

/** The code with `keep(value, comment, isConstant, links)` in the place of each value that has a comment. */
export const withComments = (file: string, code: string): string => {
  const edits = commentedIn(file, code).flatMap(({ start, end, comment, isConstant, name }) => {
    const links = linksIn(comment).map(link => `${link}: () => ${link}`)
    return [
      { at: start, text: `${name === undefined ? '' : `${name}: `}keep(` },
      { at: end, text: `, ${JSON.stringify(comment)}, ${isConstant}, { ${links.join(', ')} })` },
    ]
  })
  return edits
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), code)
}

/** What a comment's `{@link name}` stands for: words, a list, or names with their words. */
const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value as Record<string, string | Readonly<Record<string, unknown>>>)
  return entries
    .map(([name, words]) => {
      const said = typeof words === 'string' ? words : (words.title ?? words.reason ?? words.about)
      return `\`${name}\` (${said})`
    })
    .join(', ')
}

type Links = Readonly<Record<string, () => unknown>>

export interface Comment {
  readonly text: string
  /** Else it is a property's. */
  readonly isConstant: boolean
}

const kept = new WeakMap<object, Comment>()
/** Of a plain object: what spreads it has its comments after its own. */
const inherited = Symbol('comments')

const isSchema = (value: object): value is z.core.$ZodType => '_zod' in value

/** A schema becomes another one, since one schema may stand in many fields. */
const keep = <Value>(value: Value, comment: string, isConstant: boolean, links: Links): Value => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const text = comment.replace(/\{@link (\w+)\}/g, (_all, name: string) => inWords(links[name]!()))
  if (isSchema(value)) {
    const own = z.clone(value)
    kept.set(own, { text, isConstant })
    return own as Value
  }
  const before = commentsOf(value)
  Reflect.defineProperty(value, inherited, {
    value: [{ text, isConstant }, ...before],
    enumerable: true,
    configurable: true,
  })
  return value
}

/** The nearest first: a schema's own, and those of what it was made of by a copy; a route's own, and those of what it spreads. */
export const commentsOf = (value: object): readonly Comment[] => {
  if (!isSchema(value)) return (value as { readonly [inherited]?: readonly Comment[] })[inherited] ?? []
  const { parent } = value._zod
  const own = kept.get(value)
  return [...(own === undefined ? [] : [own]), ...(parent ? commentsOf(parent) : [])]
}

const shared = join(import.meta.dirname, '..')

/**
 * The exports of modules of `shared`, evaluated with their comments.
 * @param modules from `shared` on
 * @param linked what comments name that their files do not import
 */
export const evaluateWithComments = async (
  modules: Readonly<Record<string, string>>,
  linked: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> => {
  const entry = '\0commented'
  const exports = Object.entries(modules)
    .map(([name, file]) => `export * as ${name} from ${JSON.stringify(join(shared, file))}`)
    .join('\n')
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: /^[^./\0]/,
    plugins: [
      {
        name: 'comments',
        resolveId: id => (id === entry ? id : null),
        load: id => (id === entry ? exports : withComments(id, readFileSync(id, 'utf8'))),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'cjs' })
  await bundle.close()
  const exported: Record<string, Readonly<Record<string, unknown>>> = {}
  const given = { exports: exported, require: createRequire(import.meta.url), keep, ...linked }
  compileFunction(output[0].code, Object.keys(given))(...Object.values(given))
  return exported
}
