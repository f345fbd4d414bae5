import { type Caller, operatorOrganisationId } from '../account/caller.ts'
import { toPublicProblem } from './problem-handler.ts'
import type { MiddlewareRequest } from './action.ts'
import type { RequestLogEntry } from './request-log-store.ts'

/** Enough to see what is wrong with a form. Their words are the schemas', never a caller's. */
const mostPointers = 20

const wrongIn = (error: unknown): Pick<RequestLogEntry, 'code' | 'pointers'> => {
  if (!error) return { code: null, pointers: [] }
  const { code, errors } = toPublicProblem(error)
  return { code, pointers: errors.slice(0, mostPointers).map(({ pointer }) => pointer) }
}

/** Whether somebody may want to read of it: a customer, of what failed, and in test mode of everything that a program asked. */
const isTold = ({ mode, organisationId }: Caller, status: number): boolean =>
  organisationId !== operatorOrganisationId && (mode === 'test' || status >= 400)

/** The line of a request that was answered; undefined for one that no log tells of. */
export const toRequestLogEntry = (
  { internal, response, error }: MiddlewareRequest,
  endedAtMs: number,
): RequestLogEntry | undefined => {
  const { caller, isPortal, requestId, startedAtMs } = internal
  if (!caller || isPortal) return undefined
  const status = response!.statusCode!
  const wrong = wrongIn(error)
  // A table that takes no more would hold the answer up, for one more line.
  if (wrong.code === 'unavailable' || !isTold(caller, status)) return undefined
  return {
    requestId,
    at: new Date(startedAtMs).toISOString(),
    clientId: caller.clientId,
    // Whoever is known has asked one of its path's actions.
    action: internal.action!,
    status,
    ...wrong,
    latencyMs: endedAtMs - startedAtMs,
  }
}
