import { basename } from 'node:path'
import { parseArgs } from 'node:util'

/** Benches that can measure a commit beside the working tree. */
const comparing: readonly string[] = ['bundles', 'cold-start', 'warm', 'deliveries', 'relay']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    record: { type: 'boolean' },
    runs: { type: 'string' },
    to: { type: 'string' },
    short: { type: 'boolean' },
    against: { type: 'string' },
    laptop: { type: 'boolean' },
  },
  strict: false,
})
const words = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/**
 * `--short`: one run of one round, as short as can be, without the packages of `test/bench/peers`. It shows that the bench
 * works, and measures nothing: its figures are never recorded.
 */
export const isShort = values.short === true
export const isRecorded = values.record === true
/** `--laptop`: the same through `npm start`, by hand. */
export const isLaptop = values.laptop === true
/** `--to FILE`: where the figures go. */
export const file = words(values.to)
/** `--against COMMIT`. */
export const against = words(values.against)

/** How many runs to make: five, or what `--runs` says. */
export const runs = isShort ? 1 : Number(words(values.runs) ?? 5)

/** Numbers that a bench is given besides, in their order. */
export const numbers: readonly number[] = positionals.filter(each => /^\d+$/.test(each)).map(Number)

/** What a bench does, and what it does in its short form. */
export const unlessShort = <Value>(whole: Value, short: Value): Value => (isShort ? short : whole)

const bench = basename(process.argv[1] ?? '', '.ts')
if (isShort && isRecorded) throw new Error('A short form measures nothing that could be recorded')
if (against !== undefined && !comparing.includes(bench))
  throw new Error(`${bench} compares with no commit; these do: ${comparing.join(', ')}`)
