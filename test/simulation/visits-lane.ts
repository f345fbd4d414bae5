import './turned.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { meterVisits } from './visits.ts'

/** A worker: lives so many visits on Node itself, and posts what each partition was written. */
parentPort!.postMessage(await meterVisits((workerData as { readonly count: number }).count))
