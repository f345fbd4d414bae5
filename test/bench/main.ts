/*
 * `npm run bench`: measures all figures, keeps them in `recorded`, and writes the tables of both READMEs. All are of one
 * commit, and of one machine that does nothing else: nothing is kept before the last has ended.
 * `npm run bench -- NAME` runs one and keeps nothing; `--runs 1` is for trying out. `npm run bench -- table` writes the
 * tables as they stand now.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchName, benchNames } from './figures.ts'
import { recordedFile } from './recording.ts'
import { writeTables } from './table.ts'

const words = process.argv.slice(2)
const chosen = words[0]?.startsWith('-') ? undefined : words[0]
const options = chosen === undefined ? words : words.slice(1)

/** Benches that can measure a commit beside the working tree. */
const comparing: readonly BenchName[] = ['warm', 'cold-start', 'deliveries', 'relay']

const run = (name: BenchName, ...more: readonly string[]): void => {
  const startedMs = performance.now()
  const program = [join(import.meta.dirname, `${name}.ts`), ...options, ...more]
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${name} ended with ${status}`)
  console.log(`${name} took ${Math.round((performance.now() - startedMs) / 1000)} s`)
}

const runAll = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const fileOf = (name: BenchName) => join(folder, `${name}.json`)
  try {
    for (const [done, name] of benchNames.entries()) {
      console.log(`\n== ${name}, ${done + 1} of ${benchNames.length}`)
      run(name, '--to', fileOf(name))
    }
    for (const name of benchNames) copyFileSync(fileOf(name), recordedFile(name))
  } finally {
    rmSync(folder, { recursive: true })
  }
  writeTables()
}

const perform = (): void => {
  const name = benchNames.find(each => each === chosen)
  if (chosen === 'table') writeTables()
  else if (chosen !== undefined && !name)
    throw new Error(`There is no bench ${chosen}. These are: ${benchNames.join(', ')}`)
  else if (options.includes('--against') && !(name && comparing.includes(name)))
    throw new Error(`${name ?? 'The whole'} compares with no commit; these do: ${comparing.join(', ')}`)
  else if (name) run(name)
  else if (options.includes('--short'))
    throw new Error('The whole is recorded, and a short form measures nothing')
  else runAll()
}

try {
  perform()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
