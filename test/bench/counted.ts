import type { BenchName, FigureName } from './figures.ts'

type Tolerances = { readonly [Name in BenchName]?: Readonly<Partial<Record<FigureName<Name>, number>>> }

/**
 * What each run of the tests counts anew, and by how much it may differ from the recorded: in KB, so that not every change
 * is recorded; in units and dollars, since what containers do now and then is shared by few. All other figures are timings
 * or hold for the packages of `test/bench/peers`.
 */
export const counted = {
  bundles: { addresses: 4, largest: 4, withoutAws: 4 },
  capacity: { writes: 1, reads: 4, states: 0, sandboxWrites: 1, lookUpWrites: 1, lookUpReads: 1 },
  cost: {
    addressCounted: 15,
    addressOut: 5,
    addressStorage: 2,
    photos: 0,
    identityCounted: 3,
    identityStorage: 0.5,
    standing: 0,
  },
  'ssrf-comparison': { hostile: 0, dialled: 0, public: 0, wronglyRefused: 0 },
} as const satisfies Tolerances

export const tolerancesOf = (bench: BenchName): Readonly<Record<string, number>> =>
  (counted as Tolerances)[bench] ?? {}

export const isCountedAnew = (bench: BenchName, figure: string): boolean => figure in tolerancesOf(bench)
