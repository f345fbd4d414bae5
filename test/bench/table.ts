/*
 * The tables of what was last recorded, each between two markers: the eight figures of the README, and in
 * `test/bench/README.md` all of them and the scores of `npm run mutate`. A figure whose measured files have changed since
 * is marked stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { tableOfScores } from '../mutation/scores.ts'
import { type BenchName, benchNames, commandOf, figuresOf, readmeFigures } from './figures.ts'
import { digestOf } from './measured.ts'
import { type Recording, recordingOf, verdictOf, wordsOf } from './recording.ts'

type Named = readonly [bench: BenchName, figure: string]

const staleMark = ' **stale**'

/** Without what says that a timing is stale, which any change of a measured file may add. */
export const unmarked = (text: string): string => text.replaceAll(staleMark, '')

export const isStale = (bench: BenchName): boolean => digestOf(bench) !== recordingOf(bench).digest

const sourceOf = (bench: BenchName, isBenchStale: boolean): string =>
  `\`${recordingOf(bench).commit ?? 'no commit'}\`${isBenchStale ? staleMark : ''}`

const rowOf = ([bench, figure]: Named, isBenchStale: boolean): string => {
  const kind = figuresOf(bench)[figure]!
  const recorded = recordingOf(bench).figures[figure]!
  const { goal } = kind
  const wanted = goal ? `${goal.relation} ${goal.value}: ${verdictOf(recorded, kind)}` : ''
  const source = sourceOf(bench, isBenchStale)
  return `| ${kind.what} | ${wordsOf(recorded, kind)} | ${wanted} | \`${commandOf(bench)}\` | ${source} |`
}

/** Where and when. */
const captionOf = (names: readonly BenchName[]): string => {
  const recordings = names.map(recordingOf)
  const each = (of: (recording: Recording) => string) => [...new Set(recordings.map(of))].sort().join(', ')
  const most = Math.max(...recordings.map(({ runs }) => runs))
  const day = each(({ at }) => at.slice(0, 10))
  const runs = most === 1 ? 'one run' : `up to ${most} runs`
  return `Recorded ${day} with Node ${each(({ node }) => node)} on ${each(({ machine }) => machine)}, of ${runs}.`
}

/** In Markdown: the median of the runs, their spread, the goal, the command that measures it, and since when it stands. */
const tableOf = (named: readonly Named[]): string => {
  const names = [...new Set(named.map(([bench]) => bench))]
  const stale = new Set(names.filter(isStale))
  return [
    '| figure | measured: median (least–most) | goal | command | at |',
    '|---|---|---|---|---|',
    ...named.map(each => rowOf(each, stale.has(each[0]))),
    '',
    captionOf(names),
    '',
  ].join('\n')
}

const all: readonly Named[] = benchNames.flatMap(bench =>
  Object.keys(figuresOf(bench)).map(figure => [bench, figure] as const),
)

const readme = new URL('../../README.md', import.meta.url)
const ours = new URL('README.md', import.meta.url)

/** What a file says between two markers of a name. */
export const tables = [
  { file: readme, name: 'figures', make: () => tableOf(readmeFigures) },
  { file: ours, name: 'figures', make: () => tableOf(all) },
  { file: ours, name: 'mutants', make: () => tableOfScores(staleMark) },
] as const

/** What stands between the markers of this name. */
export const marked = (name: string): RegExp =>
  new RegExp(`(?<=<!-- ${name} -->\n)[\\s\\S]*?(?=<!-- /${name} -->)`)

export const writeTables = (): void => {
  for (const { file, name, make } of tables)
    writeFileSync(file, readFileSync(file, 'utf8').replace(marked(name), make))
}
