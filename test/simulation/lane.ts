import './turned.ts'
import { parentPort, workerData } from 'node:worker_threads'
import type { FaultName } from './faults.ts'
import { describeHistory, type Failure, findFault, liveMany, type Run, shorten } from './runs.ts'

/** A worker of `simulation.test.ts`: lives schedules, or looks for planted faults in them, on Node itself, and posts what came of it. */
interface Work {
  readonly first: number
  readonly count: number
  readonly planted?: readonly FaultName[]
}

const { first, count, planted } = workerData as Work

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

/** Failures with a shortest history each. */
const liveAll = async (): Promise<Run> => {
  const { failures, happened } = await liveMany(first, count)
  return { failures: await Promise.all(failures.slice(0, 1).map(withHistory)), happened }
}

parentPort!.postMessage(planted ? await searchAll(planted) : await liveAll())
