import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { type BenchName, type Figure, type FigureName, figuresOf } from './figures.ts'
import { commitHere, digestOf } from './measured.ts'
import { against, file as givenFile, isShort } from './options.ts'
import { median } from './peers/statistics.ts'

/** What a bench said when it was last run. */
export interface Recording {
  /** ISO 8601. */
  readonly at: string
  /** What was checked out; absent where there was no history. */
  readonly commit?: string | undefined
  /** Of the content of what was measured. */
  readonly digest: string
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
}

export const recordedFile = (name: BenchName): URL => new URL(`recorded/${name}.json`, import.meta.url)

/** Says in place of a figure's values why there are none. */
export interface NotMeasured {
  readonly notMeasured: string
}

type Values = readonly number[] | NotMeasured

/** What a bench says of figures beside packages that its short form does without. */
export const withoutPeers: NotMeasured = {
  notMeasured: 'the short form does without the packages of test/bench/peers',
}

const isMeasured = (values: Values): values is readonly number[] => !('notMeasured' in values)

/** Three digits, which is more than any of these can be trusted for; whole numbers as they are. */
const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(3)))

const recordedOf = (values: readonly number[], { what }: Figure): RecordedFigure => {
  if (values.length === 0 || !values.every(Number.isFinite))
    throw new Error(`${what}: ${values.join(', ') || 'nothing'} is no measurement`)
  return {
    median: rounded(median(values)),
    least: rounded(Math.min(...values)),
    most: rounded(Math.max(...values)),
  }
}

/** Says `met`, or by how much a figure misses its goal. */
export const verdictOf = ({ median: value }: RecordedFigure, { goal }: Pick<Figure, 'goal'>): string => {
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
  measured: Readonly<Record<string, Values>>,
  figures: Recording['figures'],
  kinds: Readonly<Record<string, Figure>>,
): void => {
  const times = runsOf(measured)
  console.log(
    isShort
      ? '\nshort form: shows that the bench works, and measures nothing'
      : `\nmedian of ${times} ${times === 1 ? 'run' : 'runs'} (least–most)`,
  )
  console.table(
    Object.entries(kinds).map(([name, kind]) => {
      const values = measured[name]!
      const goal = kind.goal ? `${kind.goal.relation} ${kind.goal.value}` : ''
      return isMeasured(values)
        ? {
            figure: kind.what,
            measured: wordsOf(figures[name]!, kind),
            goal,
            '': verdictOf(figures[name]!, kind),
          }
        : { figure: kind.what, measured: 'not measured', goal, '': values.notMeasured }
    }),
  )
}

/** Prints ratios to the commit that `--against` names, if it does. @param ratios of every run, by what is measured */
export const printAgainst = (ratios: Readonly<Record<string, Values>>): void => {
  if (against === undefined) return
  console.log(`\n÷ ${against}`)
  console.table(
    Object.entries(ratios).map(([figure, values]) => {
      const kind = { what: figure, unit: '×' } as const
      return { figure, measured: isMeasured(values) ? wordsOf(recordedOf(values, kind), kind) : '' }
    }),
  )
}

const runsOf = (measured: Readonly<Record<string, Values>>): number =>
  Math.max(...Object.values(measured).map(values => (isMeasured(values) ? values.length : 0)))

/**
 * Prints a bench's figures beside their goals, and writes them where `--to FILE` says.
 * @param run what one run is, in words
 * @param values a value of each figure for every run
 * @throws if a value is no number
 */
export const conclude = <Name extends BenchName>(
  name: Name,
  run: string,
  values: Readonly<Record<FigureName<Name>, Values>>,
): void => {
  const kinds = figuresOf(name)
  const measured: Readonly<Record<string, Values>> = values
  const figures = Object.fromEntries(
    Object.entries(kinds).flatMap(([figure, kind]) => {
      const each = measured[figure]!
      return isMeasured(each) ? [[figure, recordedOf(each, kind)]] : []
    }),
  )
  print(measured, figures, kinds)
  if (!givenFile) return
  const recording: Recording = {
    at: new Date().toISOString(),
    commit: commitHere(),
    digest: digestOf(name),
    node: process.version,
    machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
    runs: runsOf(measured),
    run,
    figures,
  }
  writeFileSync(givenFile, `${JSON.stringify(recording, null, 2)}\n`)
}

/** @throws where a bench has never been recorded */
export const recordingOf = (name: BenchName): Recording => {
  if (!existsSync(recordedFile(name))) throw new Error(`${name} has no recording: npm run bench`)
  return JSON.parse(readFileSync(recordedFile(name), 'utf8'))
}
