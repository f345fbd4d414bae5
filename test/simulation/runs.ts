import { type Mutant, mutants } from './mutants.ts'
import { type Happened, live } from './schedule.ts'
import { Broken } from './scheduler.ts'

/** A schedule that broke a promise, by its seed: `live(seed)` shows it again. */
export interface Failure {
  readonly seed: number
  readonly promise: string
}

export interface Run {
  readonly failures: readonly Failure[]
  readonly happened: Happened
}

/** The promise that a schedule broke; undefined if it kept all. */
const brokenBy = (seed: number, mutant: Mutant | undefined, tell: (happened: Happened) => void) => {
  try {
    tell(live(seed, mutant))
    return undefined
  } catch (error) {
    if (error instanceof Broken) return error.message
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error })
  }
}

/** Lives so many schedules, from this seed on. */
export const liveMany = (firstSeed: number, count: number): Run => {
  const failures: Failure[] = []
  const happened = { orders: 0, events: 0, receipts: 0, deaths: 0 }
  const add = (one: Happened) => {
    for (const name of Object.keys(happened) as (keyof Happened)[]) happened[name] += one[name]
  }
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const promise = brokenBy(seed, undefined, add)
    if (promise) failures.push({ seed, promise })
  }
  return { failures, happened }
}

/** The first schedule in which a planted fault is found; undefined if none of so many finds it. */
export const findFault = (mutant: Mutant, count: number): Failure | undefined => {
  for (let seed = 1; seed <= count; seed++) {
    const promise = brokenBy(seed, mutant, () => {})
    if (promise) return { seed, promise }
  }
  return undefined
}

export const faults = Object.keys(mutants) as Mutant[]
