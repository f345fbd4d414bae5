import { handlerFileOf, type Route } from '../../shared/http/contract/route.ts'
import { pagePaths, paths } from '../../shared/routes.ts'

/** Functions that no path leads to, as files below `functions/`. */
const workerEntries = [
  'completion/signal',
  'completion/assign',
  'completion/delay',
  'completion/expire',
  'outbox/relay',
  'outbox/beat',
  'outbox/reconcile',
  'outbox/reconcile-all',
  'outbox/check-ledger',
  'outbox/count-charges',
  'trust/close-trails',
  'trust/check-trails',
  'trust/seal-ledgers',
  'trust/repeat-erasures',
  'dispatch/deliver',
  'dispatch/deliver-to-slow',
  'lookup/try-again',
  'message/send',
  'sandbox/visit',
  'evidence/re-encode',
  'fieldwork/count',
  'admin/administer',
] as const

export type WorkerEntry = (typeof workerEntries)[number]
export type ApiEntry = `api/${string}` | `pages/${string}`
export type Entry = WorkerEntry | ApiEntry

const isPage = (path: Route['path']): boolean => (pagePaths as readonly string[]).includes(path)

/** The file of a path's function below `functions/`, without its ending. */
export const entryOf = (path: Route['path']): ApiEntry =>
  `${isPage(path) ? 'pages' : 'api'}/${handlerFileOf(path)}`

/** Every function there is: one per path of the list of routes, and the workers. */
export const entries: readonly Entry[] = [...paths.map(entryOf), 'api/not-found', ...workerEntries]
