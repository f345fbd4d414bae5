import type { Caller } from '../account/caller.ts'
import { Problem } from './contract/problem.ts'
import type { MiddlewareRequest, Middleware } from './action.ts'
import { assertSameOrigin, portalTokenIn } from './same-origin.ts'
import type { Ports } from './ports.ts'
import { requireScope } from './require-scope.ts'

const challenge = { 'www-authenticate': 'Bearer realm="verification-service"' }

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1), the scheme in any case. */
const tokenOf = (header: string | undefined): string | undefined =>
  header?.match(/^bearer +([\w-]{20,200})$/i)?.[1]

const noToken = new Problem('unauthenticated', 'Send a live access token as "Authorization: Bearer …".', {
  headers: challenge,
})

const ended = new Problem('unauthenticated', 'The session has ended.')

type Known = Pick<Ports, 'findCaller' | 'findPortalCaller' | 'now'>

/** The client that a portal session was opened for. @throws Problem unauthenticated, foreign_origin */
const portalCaller = async (
  event: MiddlewareRequest['event'],
  session: string,
  ports: Known,
): Promise<Caller> => {
  assertSameOrigin(event)
  const caller = await ports.findPortalCaller(session, ports.now())
  if (!caller) throw ended
  return caller
}

/**
 * Lets in a caller whose token is known and alive, and, where the route says so, a portal session.
 * @throws Problem unauthenticated, foreign_origin
 */
export const authenticate = (ports: Known): Middleware => ({
  before: async ({ event, internal }) => {
    const { access, inPortal } = internal.route!
    if (access === 'public') return
    const session = inPortal && portalTokenIn(event)
    if (session) {
      internal.isPortal = true
      internal.caller = await portalCaller(event, session, ports)
      return
    }
    const token = tokenOf(event.headers.authorization)
    const caller = token && (await ports.findCaller(token, ports.now()))
    if (!caller) throw noToken
    internal.caller = caller
  },
})

/** Lets on a caller whose client has the route's scope, or one of them. @throws Problem product_not_enabled */
export const authorise: Middleware = {
  before: ({ internal: { route, caller } }) => {
    if (caller) requireScope(caller, [route!.access].flat())
  },
}
