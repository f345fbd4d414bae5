import { type Split, splitCounts } from '../../../infra/docs/facts/regions.ts'
import { type Counts, liveSplit } from './life.ts'
import { setups } from './setups.ts'

/** For how long the regions do not see each other; 0 is no split. */
const splitsSeconds = [0, 600, 3600] as const
/** How often each is lived. */
const lives = 8

const names = Object.keys(splitCounts) as (keyof Counts)[]

const average = (all: readonly Counts[]): Counts =>
  Object.fromEntries(
    names.map(name => {
      const sum = all.reduce((total, each) => total + each[name], 0)
      return [name, Math.round((sum / all.length) * 10) / 10]
    }),
  ) as Counts

/** What comes of each setup and split; the same every time. */
export const tellSplits = (): readonly Split[] =>
  setups.flatMap(setup =>
    splitsSeconds.map(splitSeconds => {
      const seeds = [...Array(lives).keys()].map(index => index + 1)
      const all = seeds.map(seed => liveSplit(seed, setup, splitSeconds * 1000))
      return { setup: setup.name, splitSeconds, counts: average(all) }
    }),
  )
