import { fileOf, type Route } from '../shared/http/contract/route.ts'
import { paths } from '../shared/routes.ts'

/** Functions that no path leads to, as files below `functions/`. */
const workerEntries = [
  'completion/signal',
  'completion/assign',
  'completion/delay',
  'completion/expire',
  'outbox/relay',
  'outbox/reconcile',
  'outbox/reconcile-all',
  'dispatch/deliver',
  'lookup/try-again',
  'sandbox/visit',
  'admin/administer',
] as const

export type WorkerEntry = (typeof workerEntries)[number]
export type ApiEntry = `api/${string}`
export type Entry = WorkerEntry | ApiEntry

/** The file of a path's function below `functions/`, without its ending. */
export const entryOf = (path: Route['path']): ApiEntry => `api/${fileOf(path)}`

/** Every function there is: one per path of the list of routes, and the workers. */
export const entries: readonly Entry[] = [...paths.map(entryOf), 'api/not-found', ...workerEntries]
