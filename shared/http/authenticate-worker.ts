import { authenticate } from './authenticate.ts'
import { Problem } from './contract/problem.ts'
import type { Middleware } from './action.ts'
import { sessionTokenIn } from './same-origin.ts'
import type { WorkPorts } from './ports.ts'

const ended = new Problem('unauthenticated', 'The session has ended; sign in again at /v1/session/sign-in.')

/** Lets in a person whose session is known and alive, and a client as `authenticate` does. @throws Problem unauthenticated */
export const authenticateWorker = (
  ports: Pick<WorkPorts, 'findCaller' | 'findPortalCaller' | 'findPerson' | 'now'>,
): Middleware => ({
  before: async request => {
    const { event, internal } = request
    const session = sessionTokenIn(event)
    if (!session) return authenticate(ports).before!(request)
    if (internal.route!.access === 'public') return
    const caller = await ports.findPerson(session, ports.now())
    if (!caller) throw ended
    internal.caller = caller
  },
})
