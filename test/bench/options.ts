import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    to: { type: 'string' },
    short: { type: 'boolean' },
    against: { type: 'string' },
    sizes: { type: 'string' },
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

/** `--sizes 200,1000`: two numbers of what is measured beside each other. */
export const sizesOr = (usual: readonly [number, number]): readonly [number, number] => {
  const [few, many] = words(values.sizes)?.split(',').map(Number) ?? usual
  if (!few || !many) throw new Error('--sizes takes two numbers, as in --sizes 200,1000')
  return [few, many]
}

/** How many runs to make: what `--runs` says, or as many as the bench makes by itself. */
export const runsOr = (usual: number): number => (isShort ? 1 : Number(words(values.runs) ?? usual))

/** What a bench does, and what it does in its short form. */
export const unlessShort = <Value>(whole: Value, short: Value): Value => (isShort ? short : whole)
