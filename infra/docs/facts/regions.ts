import recordedSplits from './region-splits.json' with { type: 'json' }
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
  tableGbMonth: 0.25,
  recoveryGbMonth: 0.2,
  /** Into any region but Ohio, which is 0.01: https://aws.amazon.com/ec2/pricing/on-demand/ */
  transferGb: 0.02,
  putObject: 5 / 1e6,
  photoGbMonth: 0.023,
  secretMonth: 0.4,
  keyMonth: 1,
}

const perVerification = { writeUnits: 14, tableGb: 14 / 1e6, photos: 4, photoGb: (4 * 400) / 1e6 }

const million = 1e6
const asDollars = (amount: number): string => `$${amount.toFixed(2)}`

const costTable = (): string => {
  const { writeUnits, tableGb, photos, photoGb } = perVerification
  const rows: readonly (readonly [string, string, number])[] = [
    ['Every write once more', `${writeUnits} write units`, writeUnits * dollars.writeUnit],
    ['What is written travels', `${tableGb * 1e6} KB`, tableGb * dollars.transferGb],
    [
      'The table’s copy and its recovery, a month',
      `${tableGb * 1e6} KB`,
      tableGb * (dollars.tableGbMonth + dollars.recoveryGbMonth),
    ],
    [
      'Photos put and sent there',
      `${photos} of 400 KB`,
      photos * dollars.putObject + photoGb * dollars.transferGb,
    ],
    ['Their copies, a month', `${photos} of 400 KB`, photoGb * dollars.photoGbMonth],
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
