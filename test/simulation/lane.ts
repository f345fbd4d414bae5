/** A worker of `simulation.test.ts`: lives the schedules it is handed on Node itself, and posts what came of them. */
import { parentPort, workerData } from 'node:worker_threads'
import { liveMany } from './runs.ts'

const { first, count } = workerData as { first: number; count: number }
parentPort!.postMessage(liveMany(first, count))
