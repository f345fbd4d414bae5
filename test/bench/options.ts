import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    to: { type: 'string' },
    short: { type: 'boolean' },
    against: { type: 'string' },
  },
  strict: false,
})
const words = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/**
 * `--short`: one run of one round, as short as can be, without the packages of `test/bench/peers`. It shows that the bench
 * works, and measures nothing.
 */
export const isShort = values.short === true
/** `--to FILE`: where the figures go. */
export const file = words(values.to)
/** `--against COMMIT`. */
export const against = words(values.against)

/** How many runs to make: what `--runs` says, or as many as the bench makes by itself. */
export const runsOr = (usual: number): number => (isShort ? 1 : Number(words(values.runs) ?? usual))

/** What a bench does, and what it does in its short form. */
export const unlessShort = <Value>(whole: Value, short: Value): Value => (isShort ? short : whole)
