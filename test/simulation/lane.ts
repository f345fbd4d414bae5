import './turned.ts'
import { parentPort, workerData } from 'node:worker_threads'
import type { Mode } from '../../shared/table/tenant.ts'
import type { FaultName } from './faults.ts'
import { describeHistory, type Failure, findFault, liveMany, type Run, shorten, shortest } from './runs.ts'

/** A worker of `simulation.test.ts`: lives schedules, or looks for planted faults in them, on Node itself, and posts what came of it. */
type Work =
  | { readonly live: number; readonly count: number }
  | { readonly search: readonly FaultName[]; readonly count: number }
  | { readonly shorten: FaultName; readonly mode: Mode; readonly count: number }

const work = workerData as Work
const { count } = work

/** What was not found. */
const searchAll = async (names: readonly FaultName[]): Promise<readonly FaultName[]> => {
  const missed: FaultName[] = []
  for (const name of names) if (!(await findFault(name, count))) missed.push(name)
  return missed
}

const withHistory = async ({ seed, promise }: Failure): Promise<Failure & { readonly history: string }> => {
  const history = await shorten(seed)
  return { seed, promise, history: history ? describeHistory(history) : '' }
}

/** The first failure with a shortest history. */
const liveAll = async (first: number): Promise<Run> => {
  const { failures, happened } = await liveMany(first, count)
  return { failures: await Promise.all(failures.slice(0, 1).map(withHistory)), happened }
}

const answer = () => {
  if ('live' in work) return liveAll(work.live)
  return 'search' in work ? searchAll(work.search) : shortest(work.shorten, work.mode, count)
}
parentPort!.postMessage(await answer())
