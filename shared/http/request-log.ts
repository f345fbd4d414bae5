import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { operatorOrganisationId } from '../account/caller.ts'
import { isIdDrawnBy } from '../table/id.ts'
import type { MiddlewareRequest } from './action.ts'
import type { Route } from './contract/route.ts'
import { toOwnPointer } from './own-pointer.ts'
import type { Ports } from './ports.ts'
import { toPublicProblem } from './problem-response.ts'
import type { RequestLogEntry } from './request-log-store.ts'
import type { RequestObserver } from './serve.ts'

/** Enough to see what is wrong with a form. */
const maxPointers = 20

/** Entries that a container writes for a client in a minute, so that a flood costs no more. */
export const maxLogEntriesPerMinute = 30

/** Of a record or an event. */
const ownId = /^(\d{15,16})$|^evt_(\d{15,16})_(?:completed|started|delayed|updated|disabled)(?:_\d{1,6})?$/

/**
 * The path's pattern, with `{id}` filled in where the value can be an id of ours. Whatever else stands in a path, an id
 * number in the wrong place too, is never written.
 */
const loggedPathOf = ({ path }: Route, { pathParameters }: APIGatewayProxyEventV2, nowMs: number): string => {
  const { id = '' } = pathParameters ?? {}
  const [, record, event = record] = ownId.exec(id) ?? []
  return isIdDrawnBy(Number(event), nowMs) ? path.replace('{id}', id) : path
}

/** Undefined for a request that is not logged: a customer reads what failed, and in test mode everything. */
export const toRequestLogEntry = (
  { event, internal, response, error }: MiddlewareRequest,
  endedAtMs: number,
): RequestLogEntry | undefined => {
  const { caller, isPortal, requestId, startedAtMs } = internal
  if (!caller || isPortal || caller.organisationId === operatorOrganisationId) return undefined
  const status = response!.statusCode!
  const route = internal.route!
  if (caller.mode === 'live' && status < 400) return undefined
  const problem = error ? toPublicProblem(error) : undefined
  // A table that throttles would delay the response, for one more entry.
  if (problem?.code === 'unavailable') return undefined
  return {
    requestId,
    at: new Date(startedAtMs).toISOString(),
    clientId: caller.clientId,
    action: internal.actionName!,
    path: loggedPathOf(route, event, endedAtMs),
    status,
    code: problem?.code ?? null,
    pointers: problem?.errors.slice(0, maxPointers).map(({ pointer }) => toOwnPointer(route, pointer)) ?? [],
    latencyMs: endedAtMs - startedAtMs,
  }
}

/** Writes the request log. An entry that cannot be written changes no response. */
export const logRequests = ({
  saveRequestLogEntry,
  now,
  log,
  fieldsOfError,
}: Pick<Ports, 'saveRequestLogEntry' | 'now' | 'log' | 'fieldsOfError'>): RequestObserver => {
  let minute = 0
  const countsByClient = new Map<string, number>()
  const isWithinLimit = (clientId: string, nowMs: number): boolean => {
    const before = minute
    minute = Math.floor(nowMs / 60_000)
    if (before < minute) countsByClient.clear()
    const count = (countsByClient.get(clientId) ?? 0) + 1
    countsByClient.set(clientId, count)
    return count <= maxLogEntriesPerMinute
  }
  return request => {
    const nowMs = now()
    const entry = toRequestLogEntry(request, nowMs)
    if (!entry || !isWithinLimit(entry.clientId, nowMs)) return undefined
    return saveRequestLogEntry(request.internal.caller!, entry).catch(error =>
      log('request-log.failed', { requestId: entry.requestId, ...fieldsOfError(error) }),
    )
  }
}
