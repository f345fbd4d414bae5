/** A worker of `simulation.test.ts`: lives schedules, or looks for planted faults in them, on Node itself, and posts what came of it. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Mutant } from './mutants.ts'
import { findFault, liveMany } from './runs.ts'

const { first, count, planted } = workerData as { first: number; count: number; planted?: readonly Mutant[] }
parentPort!.postMessage(planted ? planted.filter(fault => !findFault(fault, count)) : liveMany(first, count))
