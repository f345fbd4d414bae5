import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isNightly } from '../support/tier.ts'
import { type BenchName, benchNames, figuresOf } from './figures.ts'
import type { Recording } from './recording.ts'

/* Each bench in its short form, which measures nothing: in the night, since that it ends is all that it shows. */

const bench = async (...words: readonly string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words])).stdout

/** Beside packages of the peers, which are not installed here. */
const notMeasured: Readonly<Partial<Record<BenchName, readonly string[]>>> = {
  warm: ['createToExpress', 'createToHono', 'readToExpress', 'readToHono'],
  'cold-start': ['toExpress', 'toHono'],
  deliveries: ['toUndici'],
}

describe.runIf(isNightly)('a bench in its short form', () => {
  it.each(benchNames)('%s ends with all its figures', async name => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'))
    try {
      const file = join(folder, 'figures.json')
      const printed = await bench(name, '--short', '--to', file)
      for (const { what } of Object.values(figuresOf(name))) expect(printed).toContain(what)
      const { figures }: Recording = JSON.parse(readFileSync(file, 'utf8'))
      expect(Object.keys(figuresOf(name)).filter(figure => !(figure in figures))).toEqual(
        notMeasured[name] ?? [],
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const refused = (...words: readonly string[]) => expect(bench(...words)).rejects

it('names those that there are to who asks for another', async () => {
  await refused('laptop').toThrow(`There is no bench laptop. These are: ${benchNames.join(', ')}`)
})

it('is never recorded', async () => {
  await refused('--short').toThrow('The whole is recorded, and a short form measures nothing')
})

it('compares with a commit only where the bench can', async () => {
  await refused('growth', '--short', '--against', 'HEAD').toThrow('growth compares with no commit')
})
