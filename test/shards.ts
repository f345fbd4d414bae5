import { globSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { folderVariable } from './grants/notes.ts'
import { type Ended, startTests, type TestRun } from './support/tests-twice.ts'

/*
 * A run of tests on several machines. Each runs one shard and leaves in a folder vitest's blob of what it saw, and a folder
 * of the grants that its functions used. What joins them judges both as if one machine had run everything.
 */

/** As a name of files: `1-of-3`. */
const nameOf = (shard: string): string => shard.replaceAll('/', '-of-')

const blobsIn = (run: TestRun): string => join(run.folder, 'shards', 'blobs')
const grantsIn = (run: TestRun): string => join(run.folder, 'shards', 'grants')

/**
 * Runs a shard. A test that fails is in its blob, and tried again by what joins.
 * @param shard such as `1/3`; vitest refuses what is none
 * @returns whether what happened is all in the blob: a run that ended too soon, or failed outside its files, is not
 */
export const runShard = async (run: TestRun, shard: string, filters: readonly string[]): Promise<boolean> => {
  const name = nameOf(shard)
  const [blob, grants] = [join(blobsIn(run), `${name}.json`), join(grantsIn(run), name)]
  for (const old of [blob, grants]) rmSync(old, { recursive: true, force: true })
  mkdirSync(grants, { recursive: true })
  const noted = { ...run, environment: { ...run.environment, [folderVariable]: grants } }
  const options = [`--shard=${shard}`, '--reporter=blob', `--outputFile.blob=${blob}`]
  const { report } = await startTests(noted, `shard-${name}`, [...options, ...filters])
  const { passed, failedFiles, faults } = report
  for (const fault of faults) run.say(`failed: ${fault}`)
  const failed = failedFiles.map(({ file }) => `, failed, which --join tries again: ${file}`)
  run.say(`shard ${name}: ${passed} passed${failed.join('')}`)
  return faults.length === 0
}

/** Why these blobs are not one run. */
const missingOf = (names: readonly string[]): readonly string[] => {
  const counts = [...new Set(names.map(name => name.split('-of-')[1]!))]
  if (counts.length !== 1)
    return [`Reports of one run are expected, and there are: ${names.join(', ') || 'none'}.`]
  const count = Number(counts[0])
  const expected = Array.from({ length: count }, (_, before) => nameOf(`${before + 1}/${count}`))
  return expected.filter(name => !names.includes(name)).map(name => `The shard ${name} left no report.`)
}

/** What the shards saw, as one run. @param judges reporters that vitest has beside its own */
export const joinShards = async (run: TestRun, judges: readonly string[]): Promise<Ended> => {
  const names = globSync('*-of-*.json', { cwd: blobsIn(run) }).map(file => basename(file, '.json'))
  const faults = missingOf(names.sort())
  if (faults.length > 0) return { report: { passed: 0, slowest: [], failedFiles: [], faults }, output: '' }
  const noted = { ...run, environment: { ...run.environment, [folderVariable]: grantsIn(run) } }
  const reporters = judges.map(judge => `--reporter=${judge}`)
  return startTests(noted, 'joined', [`--merge-reports=${blobsIn(run)}`, ...reporters])
}
