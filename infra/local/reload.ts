import { existsSync, readdirSync, readFileSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundle } from '../constructs/bundle.ts'

export interface ReloadOptions {
  readonly entries: readonly string[]
  readonly functionsFolder: string
  readonly outputFolder: string
  readonly watchedFolders: readonly string[]
  replaceCode(entry: string, folder: string): void
  print(line: string): void
}

/** Editors save in several steps, and a formatter saves again. */
const settleMilliseconds = 100

/** Bundles the functions that depend on a saved file and replaces their code. Returns how to stop. */
export const reloadOnSave = (options: ReloadOptions): (() => void) => {
  const saved = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const watchers = options.watchedFolders.flatMap(withSubfolders).map(folder =>
    watch(folder, (_event, file) => {
      if (file !== null) saved.add(join(folder, file))
      clearTimeout(timer)
      timer = setTimeout(() => swap(options, saved), settleMilliseconds)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

/** On Linux, Node's recursive watcher loses a file that an editor replaces. */
const withSubfolders = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(found => found.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name)),
]

/** Reports code that cannot be bundled, and tries again with the next saved file. */
const swap = (options: ReloadOptions, saved: Set<string>): void => {
  const startedAt = performance.now()
  const entries = madeOf(saved, options)
  try {
    if (entries.length === 0) return
    for (const [entry, folder] of bundle(entries, options)) options.replaceCode(entry, folder)
    saved.clear()
    const what = entries.length > 3 ? `${entries.length} functions` : entries.join(', ')
    options.print(`swapped ${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  } catch (error) {
    options.print(`not swapped: ${(error as Error).message}`)
  }
}

/** Bundling all takes seconds, one 0.2 s: only functions that import one of the files, directly or not. */
const madeOf = (files: ReadonlySet<string>, { entries, functionsFolder }: ReloadOptions): string[] => {
  const known = new Map<string, boolean>()
  const isMadeOf = (file: string): boolean => {
    const answer = known.get(file) ?? files.has(file)
    known.set(file, answer)
    if (answer || !existsSync(file)) return answer
    const isAffected = importsOf(file).some(imported => known.get(imported) ?? isMadeOf(imported))
    known.set(file, isAffected)
    return isAffected
  }
  return entries.filter(entry => isMadeOf(join(functionsFolder, `${entry}.ts`)))
}

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  )
