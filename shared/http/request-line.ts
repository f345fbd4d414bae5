import { type Caller, operatorOrganisationId } from '../account/caller.ts'
import { shownOf } from './answer-problems.ts'
import type { Exchange } from './exchange.ts'
import type { RequestLine } from './request-store.ts'

/** Enough to see what is wrong with a form. Their words are the schemas', never a caller's. */
const mostPointers = 20

const wrongIn = (error: unknown): Pick<RequestLine, 'code' | 'pointers'> => {
  if (!error) return { code: null, pointers: [] }
  const { code, errors } = shownOf(error)
  return { code, pointers: errors.slice(0, mostPointers).map(({ pointer }) => pointer) }
}

/** Whether somebody may want to read of it: a customer, of what failed, and in test mode of everything that a program asked. */
const isTold = ({ mode, organisationId }: Caller, status: number): boolean =>
  organisationId !== operatorOrganisationId && (mode === 'test' || status >= 400)

/** The line of a request that was answered; undefined for one that no log tells of. */
export const lineOf = (
  { internal, response, error }: Exchange,
  endedAtMs: number,
): RequestLine | undefined => {
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
