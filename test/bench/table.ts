/*
 * The table of the benches' figures as last recorded. `node test/bench/table.ts` prints it;
 * `node test/bench/table.ts README.md` writes it between the two markers of that file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type BenchName, benches, benchNames, type Figure } from './figures.ts'
import { type Recording, recordingOf, verdictOf, wordsOf } from './recording.ts'

/** What has a goal, and what is money. */
const isStated = ([, { goal, unit }]: readonly [string, Figure]): boolean =>
  goal !== undefined || unit === '$'

const rowsOf = (name: BenchName): string[] => {
  const { figures, command } = recordingOf(name)
  const kinds: [string, Figure][] = Object.entries(benches[name])
  return kinds.filter(isStated).map(([figure, kind]) => {
    const { goal, floor } = kind
    const recorded = figures[figure]!
    const wanted = goal ? `${goal.relation} ${goal.value}: ${verdictOf(recorded)}` : ''
    const least = floor === undefined ? '' : `; floor ${floor}`
    return `| ${kind.what} | ${wordsOf(recorded, kind)} | ${wanted}${least} | \`${command}\` |`
  })
}

/** Where and when. */
const caption = (): string => {
  const recordings = benchNames.map(recordingOf)
  const each = (of: (recording: Recording) => string) => [...new Set(recordings.map(of))].sort().join(', ')
  const most = Math.max(...recordings.map(({ runs }) => runs))
  const day = each(({ at }) => at.slice(0, 10))
  const runs = most === 1 ? 'one run' : `up to ${most} runs`
  return `Recorded ${day} with Node ${each(({ node }) => node)} on ${each(({ machine }) => machine)}, of ${runs}.`
}

/** The figures as a table in Markdown: the median of the runs, their spread, the goal, and the command that measures it. */
export const figuresTable = (): string =>
  [
    '| figure | measured: median (least–most) | goal | command |',
    '|---|---|---|---|',
    ...benchNames.flatMap(rowsOf),
    '',
    caption(),
    '',
  ].join('\n')

/** The markers, and what stands between them. */
export const marked = /(?<=<!-- figures -->\n)[\s\S]*?(?=<!-- \/figures -->)/

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (file)
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(marked, () => figuresTable()),
    )
  else process.stdout.write(figuresTable())
}
