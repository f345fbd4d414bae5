import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { BenchName } from './figures.ts'

const everyFunction = ['functions/*/**/*.ts']
const orders = ['functions/api/addresses.ts', 'functions/api/addresses/*.ts']

/** The files that each bench measures, as patterns. What they import is measured with them. */
const roots: Readonly<Record<BenchName, readonly string[]>> = {
  warm: orders,
  'cold-start': orders,
  deliveries: ['functions/dispatch/deliver.ts'],
  relay: ['functions/outbox/relay.ts'],
  growth: ['functions/api/charges.ts'],
  ready: [...everyFunction, 'infra/local/main.ts', 'infra/local/local-environment.ts'],
  cost: everyFunction,
}

const here = join(import.meta.dirname, '../..')

/** Types are gone before anything is measured. */
const importsIn = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export)(?! type\b)[^'";]*'(\.[^']+\.(?:ts|json))'/gm)].map(
    ([, path]) => path!,
  )

const readAll = (root: string, files: readonly string[]): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  const add = (file: string): void => {
    if (texts.has(file)) return
    const text = readFileSync(join(root, file), 'utf8')
    texts.set(file, text)
    for (const path of importsIn(text)) add(relative(root, join(root, dirname(file), path)))
  }
  for (const file of files) add(file)
  return texts
}

/** Of files and their texts, in whatever order they come. */
export const digestTexts = (texts: Iterable<readonly [file: string, text: string]>): string => {
  const hash = createHash('sha256')
  for (const [file, text] of [...texts].toSorted(([one], [two]) => (one < two ? -1 : 1)))
    hash.update(`${file}\n${text}\n`)
  return hash.digest('hex').slice(0, 16)
}

/**
 * A digest of the content of all that a bench measures, of the bench itself, and of the versions of packages. It needs no
 * history, so that a copy without one can be asked too. @param root of the repository
 */
export const digestOf = (bench: BenchName, root = here): string => {
  const measured = roots[bench].flatMap(pattern => globSync(pattern, { cwd: root }))
  if (measured.length === 0) throw new Error(`${bench} measures no file`)
  const texts = readAll(root, measured)
  const alone = [`test/bench/${bench}.ts`, 'package-lock.json'].map(
    file => [file, readFileSync(join(root, file), 'utf8')] as const,
  )
  return digestTexts([...texts, ...alone])
}

const git = (...command: readonly string[]): string =>
  execFileSync('git', ['-C', here, ...command], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

/** The commit that is checked out, and whether something else was measured; undefined in a copy without history. */
export const commitHere = (): string | undefined => {
  try {
    const commit = git('rev-parse', '--short=8', 'HEAD')
    const changes = git('status', '--porcelain', '--', 'functions', 'infra', 'shared', 'package-lock.json')
    return changes === '' ? commit : `${commit} with changes`
  } catch {
    return undefined
  }
}
