import recordedSplits from './region-splits.json' with { type: 'json' }
import { recordedFigure, verificationWrites } from './recorded-figure.ts'
import { formatSeconds, markdownTable } from './table.ts'

/** Counts for two regions during a network partition. */
export const splitCounts = {
  acceptedTwice: 'orders accepted twice under one Idempotency-Key',
  chargedTwice: 'of these charged twice',
  twoIds: 'of these told twice, under two event ids',
  twoEnds: 'verifications of which two different ends were told',
  endedAgain: 'ends that were undone and came again',
  sentAgain: 'events sent once too often under the same id',
  lostWaits: 'workflows that wait though their verification is over',
} as const

export interface Split {
  readonly setup: string
  readonly splitSeconds: number
  readonly counts: Readonly<Record<keyof typeof splitCounts, number>>
}

/** Printed by `node test/bench/split.ts`; `test/simulation/split/split.test.ts` simulates them again and expects the same. */
export const splits: readonly Split[] = recordedSplits

const splitTable = (): string =>
  markdownTable(
    ['column', ...splits.map((_, index) => `${index + 1}`)],
    [
      ['the regions do not see each other for', ...splits.map(each => durationOfSplit(each))],
      ...Object.entries(splitCounts).map(([name, words]) => [
        words,
        ...splits.map(({ counts }) => `${counts[name as keyof typeof splitCounts]}`),
      ]),
    ],
  )

const durationOfSplit = ({ splitSeconds }: Split): string =>
  splitSeconds === 0 ? 'no time' : formatSeconds(splitSeconds)

/** Columns of one setup: `1 to 3: both regions …`. */
const setupList = (): string => {
  const setups = [...new Set(splits.map(({ setup }) => setup))]
  return setups
    .map(setup => {
      const columns = splits.flatMap((each, index) => (each.setup === setup ? [index + 1] : []))
      return `- ${columns[0]} to ${columns.at(-1)}: ${setup}`
    })
    .join('\n')
}

/**
 * List prices of N. Virginia, looked up on 2026-11-22 in stored copies of AWS's pages: replicated writes cost what writes
 * do (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/global-tables-billing.html), and what goes to
 * another region is paid by the GB.
 */
const dollars = {
  writeUnit: 0.625 / 1e6,
  /** Into any region but Ohio, which is 0.01: https://aws.amazon.com/ec2/pricing/on-demand/ */
  transferGb: 0.02,
  putObject: 5 / 1e6,
  photoGbMonth: 0.023,
  secretMonth: 0.4,
  keyMonth: 1,
}

/** Photos of one verification, as `test/bench/cost/assumptions.ts` assumes them. */
const photos = 4
const photoKb = 300

const million = 1e6
const asDollars = (amount: number): string => `$${amount.toFixed(2)}`

const costTable = (): string => {
  const writeUnits = verificationWrites()
  // A unit writes up to 1 KB: what travels is at most that.
  const writtenGb = writeUnits / 1e6
  const photoGb = (photos * photoKb) / 1e6
  const rows: readonly (readonly [string, string, number])[] = [
    ['Every write again', `${writeUnits} write units`, writeUnits * dollars.writeUnit],
    ['Transfer of what is written', `at most ${writeUnits} KB`, writtenGb * dollars.transferGb],
    [
      'The table’s copy and its recovery, until retention ends',
      'as in the first region',
      recordedFigure('… of which the table’s storage until retention ends') / million,
    ],
    [
      'Photos stored and transferred there',
      `${photos} of ${photoKb} KB`,
      photos * dollars.putObject + photoGb * dollars.transferGb,
    ],
    ['Their copies, a month', `${photos} of ${photoKb} KB`, photoGb * dollars.photoGbMonth],
  ]
  return markdownTable(
    ['for a second region', 'of each', 'per million address verifications'],
    rows.map(([what, amount, cost]) => [what, amount, asDollars(cost * million)]),
  )
}

export const regionFacts = () => ({
  splits: splitTable(),
  splitSetups: setupList(),
  regionCosts: costTable(),
})
