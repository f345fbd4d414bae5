import type { Ports } from './ports.ts'
import { lineOf } from './request-line.ts'
import type { Note } from './serve.ts'

/** Lines that a container writes for a client in a minute: enough to try things out, and a flood costs little. */
export const linesPerMinute = 30
/** Clients whose lines a container counts; beyond it all counts begin anew. */
const rememberedClients = 1000

const minuteOf = (nowMs: number): number => Math.floor(nowMs / 60_000)

/** Counts the lines of each client in the minute that runs. */
const openCount = () => {
  const counts = new Map<string, { readonly minute: number; readonly lines: number }>()
  /** Whether there is room for one more. */
  return (clientId: string, nowMs: number): boolean => {
    const minute = minuteOf(nowMs)
    const known = counts.get(clientId)
    const lines = known?.minute === minute ? known.lines : 0
    if (lines >= linesPerMinute) return false
    if (counts.size >= rememberedClients) counts.clear()
    counts.set(clientId, { minute, lines: lines + 1 })
    return true
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
