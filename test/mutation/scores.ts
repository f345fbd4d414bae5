import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitHere, digestTexts } from '../bench/measured.ts'
import { type RoomName, roomNames, rooms } from './rooms.ts'

/** Of the faults that were planted in a room's rules, how many its tests noticed, and of how many it is said why not. */
export interface Score {
  readonly planted: number
  readonly killed: number
  readonly explained: number
}

interface RecordedScore extends Score {
  /** What was checked out; absent where there was no history. */
  readonly commit?: string | undefined
  /** Of the content of rules and tests. */
  readonly digest: string
}

const root = join(import.meta.dirname, '../..')
const file = join(import.meta.dirname, 'recorded.json')

/** The least share of them, in hundredths. */
const goal = 85

const digestOf = (room: RoomName): string => {
  const { rules, tests } = rooms[room]
  const files = [
    ...rules.map(rule => `shared/${rule}`),
    ...tests.map(test => `test/shared/${test}.test.ts`),
  ].flatMap(pattern => globSync(pattern, { cwd: root }))
  return digestTexts(files.map(each => [each, readFileSync(join(root, each), 'utf8')]))
}

const recordedScores = (): Readonly<Partial<Record<RoomName, RecordedScore>>> =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}

export const recordScore = (room: RoomName, score: Score): void => {
  const scores = { ...recordedScores(), [room]: { ...score, commit: commitHere(), digest: digestOf(room) } }
  writeFileSync(file, `${JSON.stringify(scores, null, 2)}\n`)
}

export const shareOf = ({ planted, killed }: Score): number => Number(((100 * killed) / planted).toFixed(1))

const rowOf = (room: RoomName, score: RecordedScore | undefined, stale: string): string => {
  const command = `\`npm run mutate -- ${room}\``
  if (!score) return `| ${room} |  |  |  | at least ${goal} % | ${command} | not recorded |`
  const { planted, explained, commit, digest } = score
  const share = shareOf(score)
  const verdict = share >= goal ? 'met' : `missed by ${(goal - share).toFixed(1)}`
  const from = `planted${commit ? ` at \`${commit}\`` : ''}${digest === digestOf(room) ? '' : stale}`
  return `| ${room} | ${planted} | ${share} % | ${explained} | at least ${goal} %: ${verdict} | ${command} | ${from} |`
}

/** In Markdown. @param stale how a row is marked whose rules or tests have changed since */
export const tableOfScores = (stale: string): string => {
  const scores = recordedScores()
  return [
    '| rules | faults planted | noticed | explained | goal | command | from |',
    '|---|---|---|---|---|---|---|',
    ...roomNames.map(room => rowOf(room, scores[room], stale)),
    '',
  ].join('\n')
}
