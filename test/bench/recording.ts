import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type BenchName, benches, type Figure, type FigureName, type Goal } from './figures.ts'
import { median } from './peers/statistics.ts'

/** What a bench said when it was last run with `--record`. */
export interface Recording {
  readonly command: string
  /** ISO 8601. */
  readonly at: string
  readonly node: string
  readonly machine: string
  /** How often all was done; a figure is the median of the runs, its spread their least and most. */
  readonly runs: number
  /** What one run is. */
  readonly run: string
  readonly figures: Readonly<Record<string, RecordedFigure>>
}

export interface RecordedFigure {
  readonly median: number
  readonly least: number
  readonly most: number
  readonly goal?: Goal
}

const { values: options } = parseArgs({
  options: { record: { type: 'boolean' }, runs: { type: 'string' }, to: { type: 'string' } },
  strict: false,
})

/** How many runs to make: five, or what `--runs` says. */
export const runs = Number(options.runs ?? 5)

const fileOf = (name: BenchName): URL => new URL(`recorded/${name}.json`, import.meta.url)

/** Three digits, which is more than any of these can be trusted for; whole numbers as they are. */
const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(3)))

const recordedOf = (values: readonly number[], { goal }: Figure): RecordedFigure => ({
  median: rounded(median(values)),
  least: rounded(Math.min(...values)),
  most: rounded(Math.max(...values)),
  ...(goal && { goal }),
})

/** Says `met`, or by how much a figure misses its goal. */
export const verdictOf = ({ median: value, goal }: RecordedFigure): string => {
  if (!goal) return ''
  const missedBy = goal.relation === 'at most' ? value - goal.value : goal.value - value
  return missedBy <= 0 ? 'met' : `missed by ${rounded(missedBy)}`
}

const numberOf = (value: number, unit: Figure['unit']): string =>
  unit === '×' ? value.toFixed(2) : `${value}`

/** A recorded figure in words: its median, and its spread if it has one. */
export const wordsOf = ({ median: value, least, most }: RecordedFigure, { unit }: Figure): string => {
  const [middle, low, high] = [value, least, most].map(each => numberOf(each, unit))
  const spread = low === high ? '' : ` (${low}–${high})`
  return unit === '$' ? `$${middle}${spread}` : `${middle}${unit && ` ${unit}`}${spread}`
}

const print = (
  figures: Recording['figures'],
  kinds: Readonly<Record<string, Figure>>,
  times: number,
): void => {
  console.log(`\nmedian of ${times} ${times === 1 ? 'run' : 'runs'} (least–most)`)
  console.table(
    Object.entries(kinds).map(([name, kind]) => ({
      figure: kind.what,
      measured: wordsOf(figures[name]!, kind),
      goal: kind.goal ? `${kind.goal.relation} ${kind.goal.value}` : '',
      '': verdictOf(figures[name]!),
    })),
  )
}

/**
 * Prints a bench's figures beside their goals and keeps them: with `--record` for the README, with `--to FILE` there.
 * @param run what one run is, in words
 * @param values a value of each figure for every run
 */
export const conclude = <Name extends BenchName>(
  name: Name,
  run: string,
  values: Readonly<Record<FigureName<Name>, readonly number[]>>,
): void => {
  const kinds: Readonly<Record<string, Figure>> = benches[name]
  const measured: Readonly<Record<string, readonly number[]>> = values
  const figures = Object.fromEntries(
    Object.entries(kinds).map(([figure, kind]) => [figure, recordedOf(measured[figure]!, kind)]),
  )
  const times = Math.max(...Object.values(measured).map(({ length }) => length))
  print(figures, kinds, times)
  const file = options.to?.toString() ?? (options.record ? fileOf(name) : undefined)
  if (!file) return
  const recording: Recording = {
    command: `node test/bench/${name}.ts`,
    at: new Date().toISOString(),
    node: process.version,
    machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
    runs: times,
    run,
    figures,
  }
  writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`)
}

/** @throws where a bench has never been recorded */
export const recordingOf = (name: BenchName): Recording => {
  if (!existsSync(fileOf(name)))
    throw new Error(`${name} has no recording: node test/bench/record.ts ${name}`)
  return JSON.parse(readFileSync(fileOf(name), 'utf8'))
}
