import { type Caller, operatorOrganisationId } from '../account/caller.ts'
import { shownOf } from './answer-problems.ts'
import type { Exchange } from './exchange.ts'
import type { RequestLine } from './request-store.ts'

/** Enough to see what is wrong with a form. Their words are the schemas', never a caller's. */
const mostPointers = 20

const wrongIn = (error: unknown) => {
  const { code, errors } = shownOf(error)
  return { code, pointers: errors.slice(0, mostPointers).map(({ pointer }) => pointer) }
}

/** Whether somebody may want to read of it: a customer, of what failed, and in test mode of everything that a program asked. */
const isTold = ({ mode, organisationId }: Caller, status: number, isPortal = false): boolean =>
  organisationId !== operatorOrganisationId && !isPortal && (mode === 'test' || status >= 400)

/** The line of a request that was answered; undefined for one that no log tells of. */
export const lineOf = (
  { internal, response, error }: Exchange,
  endedAtMs: number,
): RequestLine | undefined => {
  const { caller, isPortal, requestId, action = '', startedAtMs } = internal
  const status = response?.statusCode ?? 200
  if (!caller || !isTold(caller, status, isPortal)) return undefined
  return {
    requestId,
    at: new Date(startedAtMs).toISOString(),
    clientId: caller.clientId,
    action,
    status,
    ...(error ? wrongIn(error) : { code: null, pointers: [] }),
    latencyMs: endedAtMs - startedAtMs,
  }
}
