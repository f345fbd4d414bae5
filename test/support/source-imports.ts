import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/* The files of this repository, and which import which. */

const root = join(import.meta.dirname, '../..')

export interface Import {
  readonly file: string
  /** A path from the root, or what a package is called by. */
  readonly target: string
  readonly isType: boolean
  /** What is imported, or exported again, by its names. */
  readonly names: readonly string[]
}

/** Benches compare with packages of their own, which may be installed in their folder. */
const exclude = ['**/node_modules/**', '**/package-lock.json']

/** Their paths from the root. */
export const filesMatching = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude }).sort()

export const sourceFiles = filesMatching('{shared,functions,infra,test}/**/*.{ts,tsx}')
export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

export const isIn =
  (...folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some(folder => path.startsWith(`${folder}/`))

const importsOf = (file: string): Import[] =>
  [
    ...textOf(file).matchAll(
      /^(import type|import|export)\b(?:([^'"]*?)\bfrom)? '([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ].map(([, kind, clause = '', from, dynamic]) => {
    const target = from ?? dynamic!
    const path = target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target
    const names = [...clause.matchAll(/(type )?\b(\w+)\b/g)].map(([, , name]) => name!)
    return { file, target: path, isType: kind === 'import type', names }
  })

export const imports: readonly Import[] = sourceFiles.flatMap(importsOf)

/** Files by who imports them with a value: a bundle holds those, since types are erased. */
export const loadedAfter = (edges: readonly Import[]): ReadonlyMap<string, readonly Import[]> =>
  Map.groupBy(
    edges.filter(({ isType }) => !isType),
    ({ file }) => file,
  )

/** What is loaded with these entries, and they themselves. */
export const loadedBy = (
  edges: ReadonlyMap<string, readonly Import[]>,
  entries: readonly string[],
): readonly string[] => {
  const found = new Set(entries)
  for (const file of found) for (const { target } of edges.get(file) ?? []) found.add(target)
  return [...found]
}
