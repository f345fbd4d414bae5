/** `node test/bench/split.ts > infra/docs/facts/region-splits.json`: what happens to two regions that do not see each other. */
import { tellSplits } from '../simulation/split/tell.ts'

console.log(JSON.stringify(tellSplits(), null, 2))
