import fc from 'fast-check'
import { isNightly } from './tier.ts'

type Arbitraries<Values extends unknown[]> = { [Place in keyof Values]: fc.Arbitrary<Values[Place]> }

/** Tries a check on so many draws; the quick tier, on a fifth of them, and no less than a hundred. */
export const forMany =
  (runs: number) =>
  <Values extends [unknown, ...unknown[]]>(
    ...given: [...arbitraries: Arbitraries<Values>, check: (...values: Values) => void]
  ): void =>
    fc.assert(fc.property<Values>(...given), {
      numRuns: isNightly ? runs : Math.max(Math.min(runs, 100), runs / 5),
    })

/** Tries a check on a hundred draws. */
export const forAll = forMany(100)
