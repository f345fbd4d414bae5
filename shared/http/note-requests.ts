import type { Ports } from './ports.ts'
import { lineOf } from './request-line.ts'
import type { Note } from './serve.ts'

/** Lines that a container writes for a client in a minute: enough to try things out; a flood costs no more. */
export const linesPerMinute = 30

/** Whether there is room for one more line of a client in the minute that runs. */
const openCount = () => {
  let minute = 0
  const lines = new Map<string, number>()
  return (clientId: string, nowMs: number): boolean => {
    if (minute !== Math.floor(nowMs / 60_000)) lines.clear()
    minute = Math.floor(nowMs / 60_000)
    const written = lines.get(clientId) ?? 0
    lines.set(clientId, written + 1)
    return written < linesPerMinute
  }
}

/** Writes the request log. A successful live request costs nothing here, and a line that cannot be written changes no answer. */
export const noteRequests = ({
  keepRequest,
  now,
  log,
  fieldsOfError,
}: Pick<Ports, 'keepRequest' | 'now' | 'log' | 'fieldsOfError'>): Note => {
  const hasRoom = openCount()
  return request => {
    const line = lineOf(request, now())
    const { caller } = request.internal
    if (!line || !caller || !hasRoom(line.clientId, now())) return undefined
    return keepRequest(caller, line).then(
      () => {},
      error => log('request.unnoted', { requestId: line.requestId, ...fieldsOfError(error) }),
    )
  }
}
