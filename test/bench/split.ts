/** `node test/bench/split.ts`: what comes of two regions that do not see each other, as `infra/docs/facts/regions.ts` keeps it. */
import { tellSplits } from '../simulation/split/tell.ts'

for (const { setup, splitSeconds, counts } of tellSplits())
  console.log(`${setup}, ${splitSeconds} s:`, JSON.stringify(Object.values(counts)))
