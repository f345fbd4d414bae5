import { extname } from 'node:path'
import { type Loader, transformSync } from 'esbuild'
import {
  filesMatching,
  imports,
  isIn,
  loadedAfter,
  loadedBy,
  sourceFiles,
  textOf,
} from './support/source-imports.ts'

/* `npm run weight`: how much all this is, for who wonders whether it grew. It is a report, and nothing fails by it. */

/** Bytes of a file once its comments, types and white space are gone. */
const weightOf = (file: string): number => {
  const text = textOf(file)
  const extension = extname(file).slice(1)
  if (extension === 'json') return JSON.stringify(JSON.parse(text)).length
  const loader = (extension === 'mjs' ? 'js' : extension) as Loader
  return transformSync(text, { loader, minifyWhitespace: true, legalComments: 'none', jsx: 'preserve' }).code
    .length
}

const kB = (files: readonly string[]): string =>
  `${Math.round(files.reduce((bytes, file) => bytes + weightOf(file), 0) / 1000)} kB`

const after = loadedAfter(imports.filter(({ target }) => isIn('shared', 'functions')(target)))
const lengths = new Map<string, number>()
/** How many files the longest way of imports from this one has. */
const chainFrom = (file: string): number => {
  const known =
    lengths.get(file) ?? 1 + Math.max(0, ...(after.get(file) ?? []).map(({ target }) => chainFrom(target)))
  lengths.set(file, known)
  return known
}

/** What the bundle of a function holds of ours. */
const bundle = (...entries: readonly string[]): string => {
  const files = loadedBy(after, entries).filter(file => /\.tsx?$/.test(file))
  return `${kB(files)} in ${files.length} files, ${Math.max(...entries.map(chainFrom))} in a chain of imports`
}

const shipped = (...extensions: readonly string[]): readonly string[] =>
  extensions.flatMap(extension => filesMatching(`{shared,functions,infra}/**/*.${extension}`))
const code = sourceFiles.filter(isIn('shared', 'functions', 'infra'))
const styles = shipped('css', 'mjs')
const data = shipped('json')
const tests = filesMatching('test/**/*.{ts,tsx,json}')

const order = 'functions/api/addresses.ts'
const delivery = 'functions/dispatch/deliver.ts'
const between = [
  'functions/outbox/relay.ts',
  ...['signal', 'assign', 'delay', 'expire'].map(name => `functions/completion/${name}.ts`),
  'functions/sandbox/visit.ts',
]

console.log(`source    ${kB(code)} of TypeScript, ${kB(styles)} of CSS and scripts, ${kB(data)} of JSON, in ${code.length + styles.length + data.length} files
tests     ${kB(tests)} in ${tests.length} files
an order  ${bundle(order)}
a webhook ${bundle(delivery)}
from an order in test mode to its webhook: ${bundle(order, ...between, delivery)}`)
