import { Problem } from './contract/problem.ts'
import type { Middleware } from './exchange.ts'
import type { Ports } from './ports.ts'
import { requireScope } from './require-scope.ts'

const challenge = { 'www-authenticate': 'Bearer realm="verification-service"' }

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1), the scheme in any case. */
const tokenOf = (header: string | undefined): string | undefined =>
  header?.match(/^bearer +([\w-]{20,200})$/i)?.[1]

/** Lets in a caller whose token is known and alive. @throws Problem unauthenticated */
export const authenticate = ({ findCaller, now }: Pick<Ports, 'findCaller' | 'now'>): Middleware => ({
  before: async ({ event, internal }) => {
    if (internal.route!.access === 'public') return
    const token = tokenOf(event.headers.authorization)
    const caller = token && (await findCaller(token, now()))
    if (!caller)
      throw new Problem('unauthenticated', 'Send a live access token as "Authorization: Bearer …".', {
        headers: challenge,
      })
    internal.caller = caller
  },
})

/** Lets on a caller whose client has the route's scope, or one of them. @throws Problem product_not_enabled */
export const authorise: Middleware = {
  before: ({ internal: { route, caller } }) => {
    if (caller) requireScope(caller, [route!.access].flat())
  },
}
