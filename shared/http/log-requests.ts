import type { Ports } from './ports.ts'
import { toRequestLogEntry } from './request-log-entry.ts'
import type { RequestObserver } from './serve.ts'

/** Lines that a container writes for a client in a minute: enough to try things out; a flood costs no more. */
export const maxLogEntriesPerMinute = 30

/** Writes the request log. A successful live request costs nothing here, and a line that cannot be written changes no answer. */
export const logRequests = (
  ports: Pick<Ports, 'keepRequest' | 'now' | 'log' | 'fieldsOfError'>,
): RequestObserver => {
  let minute = 0
  /** How many each client has in the minute that runs. */
  const counts = new Map<string, number>()
  const countOf = (clientId: string, nowMs: number): number => {
    const before = minute
    minute = Math.floor(nowMs / 60_000)
    if (before < minute) counts.clear()
    const count = (counts.get(clientId) ?? 0) + 1
    counts.set(clientId, count)
    return count
  }
  return request => {
    const nowMs = ports.now()
    const line = toRequestLogEntry(request, nowMs)
    if (!line || countOf(line.clientId, nowMs) > maxLogEntriesPerMinute) return undefined
    return ports
      .keepRequest(request.internal.caller!, line)
      .catch(error =>
        ports.log('request-log.failed', { requestId: line.requestId, ...ports.fieldsOfError(error) }),
      )
  }
}
