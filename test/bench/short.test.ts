import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isNightly } from '../support/tier.ts'
import { counted, tolerancesOf } from './counted.ts'
import { type BenchName, benches, benchNames } from './figures.ts'
import { type Recording, recordingOf } from './recording.ts'

/*
 * Each bench in its short form, which measures nothing: it ends, and prints all its figures. Those that count are run in
 * every run, since README and guides print what they count; all others in the night.
 */

const here = import.meta.dirname
const textOf = (name: string): string => readFileSync(join(here, `${name}.ts`), 'utf8')
/** They run benches, or print what these recorded. */
const noBenches = ['record', 'table']
/** What says how it is run. */
const programs = globSync('*.ts', { cwd: here })
  .map(file => file.replace('.ts', ''))
  .filter(name => textOf(name).includes(`node test/bench/${name}.ts`) && !noBenches.includes(name))

const shortly = async (name: string, ...options: readonly string[]): Promise<string> => {
  const bench = join(here, `${name}.ts`)
  return (await promisify(execFile)(process.execPath, [bench, '--short', ...options])).stdout
}

/** Beside packages of the peers, which are not installed here, and beside MiniStack. */
const notMeasured: Readonly<Partial<Record<BenchName, readonly string[]>>> = {
  'cold-start': Object.keys(benches['cold-start']),
  warm: Object.keys(benches.warm).filter(figure => /To(Express|Hono)/.test(figure)),
  deliveries: ['pathToUndici', 'sendToUndici'],
  'laptop-and-ministack': Object.keys(benches['laptop-and-ministack']),
  'ssrf-comparison': ['dialledByFilteringAgent', 'dialledByReqFilter'],
}

const differing = (name: BenchName, figures: Recording['figures']) =>
  Object.entries(tolerancesOf(name))
    .map(([figure, tolerance]) => ({
      figure,
      tolerance,
      recorded: recordingOf(name).figures[figure]!.median,
      found: figures[figure]!.median,
    }))
    .filter(({ recorded, found, tolerance }) => Math.abs(found - recorded) > tolerance)

const counting = Object.keys(counted) as BenchName[]

describe('a bench in its short form', () => {
  it.each(isNightly ? benchNames : counting)(
    '%s ends with all its figures, and counts what the README says',
    async name => {
      const folder = mkdtempSync(join(tmpdir(), 'bench-'))
      try {
        const file = join(folder, 'figures.json')
        const printed = await shortly(name, '--to', file)
        for (const { what } of Object.values(benches[name])) expect(printed).toContain(what)
        const { figures }: Recording = JSON.parse(readFileSync(file, 'utf8'))
        expect(Object.keys(benches[name]).filter(figure => !(figure in figures))).toEqual(
          notMeasured[name] ?? [],
        )
        expect(differing(name, figures)).toEqual([])
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )

  it.each(isNightly ? programs.filter(name => !(name in benches)) : [])('%s ends', async name => {
    expect(await shortly(name)).not.toBe('')
  })

  it('is one of these', () => {
    expect(programs).toEqual(expect.arrayContaining([...benchNames]))
    expect(programs.length).toBe(benchNames.length + 5)
  })
})

const refused = (name: string, ...options: readonly string[]) =>
  expect(promisify(execFile)(process.execPath, [join(here, `${name}.ts`), ...options])).rejects

it('is never recorded', async () => {
  await refused('bundles', '--short', '--record').toThrow('measures nothing that could be recorded')
})

it('compares with a commit only where the bench can', async () => {
  await refused('capacity', '--short', '--against', 'HEAD').toThrow('capacity compares with no commit')
})
