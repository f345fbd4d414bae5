/*
 * Measures all figures and writes the tables of both READMEs: `node test/bench/record.ts`, on a machine that does nothing
 * else. Names of benches choose some; `--runs 1` is for trying out.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchNames } from './figures.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' } },
})
const here = import.meta.dirname
const names = positionals.length > 0 ? positionals : benchNames
const few = values.runs ? ['--runs', values.runs] : []

const run = (...command: readonly string[]): void => {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command[0]} ended with ${status}`)
}

for (const name of names) {
  const startedMs = performance.now()
  console.log(`\n== ${name}`)
  run(join(here, `${name}.ts`), '--record', ...few)
  console.log(`${name} took ${Math.round((performance.now() - startedMs) / 1000)} s`)
}
run(join(here, 'table.ts'))
