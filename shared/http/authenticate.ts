import { type Caller, mayHold } from '../account/caller.ts'
import type { Middleware } from './action.ts'
import { Problem } from './contract/problem.ts'
import { assertSameOrigin, portalTokenIn, sessionTokenIn } from './cookie.ts'
import type { Ports, WorkPorts } from './ports.ts'
import { rateLimitHeaders } from './rate-limit.ts'

export const requireScope = (caller: Caller, wanted: readonly string[]): void => {
  const { organisationId, scopes } = caller
  if (!scopes.some(scope => wanted.includes(scope) && mayHold(organisationId, scope)))
    throw new Problem('product_not_enabled', `This client lacks the scope "${wanted.join('" or "')}".`)
}

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1), the scheme in any case. */
const bearerTokenIn = (header: string | undefined): string | undefined =>
  header?.match(/^bearer +([\w-]{20,200})$/i)?.[1]

const noToken = new Problem('unauthenticated', 'Send a live access token as "Authorization: Bearer …".')

const sessionEnded = (detail: string): Problem => new Problem('unauthenticated', detail)

type CallerPorts = Pick<Ports, 'findCaller' | 'findPortalCaller' | 'now'>

/**
 * Admits a caller whose token is known and alive, and, where the route says so, a portal session.
 * @throws Problem unauthenticated, foreign_origin
 */
export const authenticate = (ports: CallerPorts): Middleware => ({
  before: async ({ event, internal }) => {
    const { access, inPortal, method } = internal.route!
    if (access === 'public') return
    const session = inPortal && portalTokenIn(event)
    if (session) {
      internal.isPortal = true
      assertSameOrigin(event)
      internal.caller = await ports.findPortalCaller(session, ports.now(), { isAnew: method !== 'GET' })
      if (!internal.caller) throw sessionEnded('The session has ended.')
      if (inPortal === 'test' && internal.caller.mode !== 'test') throw noToken
      return
    }
    const token = bearerTokenIn(event.headers.authorization)
    internal.caller = token ? await ports.findCaller(token, ports.now()) : undefined
    if (!internal.caller) throw noToken
  },
})

/**
 * Admits a person whose session is known and alive, and a client as `authenticate` does. A browser sends a cookie
 * whichever site begins the request, so a session changes something only from a page of the same host.
 * @throws Problem unauthenticated, foreign_origin
 */
export const authenticateWorker = (ports: CallerPorts & Pick<WorkPorts, 'findPerson'>): Middleware => ({
  before: async request => {
    const { event, internal } = request
    const session = sessionTokenIn(event)
    if (!session) return authenticate(ports).before!(request)
    assertSameOrigin(event)
    const { access, method } = internal.route!
    if (access === 'public') return
    internal.caller = await ports.findPerson(session, ports.now(), { isAnew: method !== 'GET' })
    if (!internal.caller) throw sessionEnded('The session has ended; sign in again at /v1/session/sign-in.')
  },
})

export const authorise: Middleware = {
  before: ({ internal: { route, caller } }) => {
    if (caller) requireScope(caller, [route!.access].flat())
  },
}

/** Counts every request of a client, over all paths, whatever its result. @throws Problem too_many_requests */
export const limitRequests = ({
  consumeRequest,
  now,
}: Pick<Ports, 'consumeRequest' | 'now'>): Middleware => ({
  before: async ({ internal }) => {
    if (internal.caller) internal.limits = rateLimitHeaders([await consumeRequest(internal.caller, now())])
  },
})
