/*
 * The tables of what was last recorded, each between two markers: `node test/bench/table.ts` writes the eight figures of the
 * README, and in `test/bench/README.md` all others and the scores of `npm run mutate`. A figure whose measured files have
 * changed since is marked stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { tableOfScores } from '../mutation/scores.ts'
import { isCountedAnew } from './counted.ts'
import { type BenchName, benches, benchNames, type Figure, readmeFigures } from './figures.ts'
import { digestOf } from './measured.ts'
import { type Recording, recordingOf, verdictOf, wordsOf } from './recording.ts'

/** What has a goal, and what is money. */
const isStated = ({ goal, unit }: Figure): boolean => goal !== undefined || unit === '$'

type Named = readonly [bench: BenchName, figure: string]

const kindsOf = (bench: BenchName): Readonly<Record<string, Figure>> => benches[bench]

const staleMark = ' **stale**'

/** Without what says that a timing is stale, which any change of a measured file may add. */
export const unmarked = (text: string): string => text.replaceAll(staleMark, '')

export const isStale = (bench: BenchName): boolean => digestOf(bench) !== recordingOf(bench).digest

/** Counts are compared with what they count by each run of the tests, so they are of no commit. */
const sourceOf = (bench: BenchName, figure: string, isBenchStale: boolean): string => {
  if (isCountedAnew(bench, figure)) return 'counted by each test run'
  const { commit } = recordingOf(bench)
  return `${commit ? `timed at \`${commit}\`` : 'timed'}${isBenchStale ? staleMark : ''}`
}

const rowOf = ([bench, figure]: Named, isBenchStale: boolean): string => {
  const { figures, command } = recordingOf(bench)
  const kind = kindsOf(bench)[figure]!
  const recorded = figures[figure]!
  const wanted = kind.goal ? `${kind.goal.relation} ${kind.goal.value}: ${verdictOf(recorded)}` : ''
  const least = kind.floor === undefined ? '' : `; floor ${kind.floor}`
  const source = sourceOf(bench, figure, isBenchStale)
  return `| ${kind.what} | ${wordsOf(recorded, kind)} | ${wanted}${least} | \`${command}\` | ${source} |`
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
    '| figure | measured: median (least–most) | goal | command | from |',
    '|---|---|---|---|---|',
    ...named.map(each => rowOf(each, stale.has(each[0]))),
    '',
    captionOf(names),
    '',
  ].join('\n')
}

const stated: readonly Named[] = benchNames.flatMap(bench =>
  Object.entries(kindsOf(bench)).flatMap(([figure, kind]) =>
    isStated(kind) ? [[bench, figure] as const] : [],
  ),
)

const readme = new URL('../../README.md', import.meta.url)
const ours = new URL('README.md', import.meta.url)

/** What a file says between two markers of a name. */
export const tables = [
  { file: readme, name: 'figures', make: () => tableOf(readmeFigures) },
  { file: ours, name: 'figures', make: () => tableOf(stated) },
  { file: ours, name: 'mutants', make: () => tableOfScores(staleMark) },
] as const

/** What stands between the markers of this name. */
export const marked = (name: string): RegExp =>
  new RegExp(`(?<=<!-- ${name} -->\n)[\\s\\S]*?(?=<!-- /${name} -->)`)

if (import.meta.main)
  for (const { file, name, make } of tables)
    writeFileSync(file, readFileSync(file, 'utf8').replace(marked(name), make))
