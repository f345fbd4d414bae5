import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

export type SocketAge = 'kept' | 'fresh'

/** Open sockets, kept for the next request to the same host at the same address. */
export interface ConnectionPool {
  agentFor(protocol: string, age: SocketAge): HttpAgent
  close(): void
}

const idleMs = 10_000
const maxIdlePerDestination = 32

/**
 * Plain agents of our own, never the global ones, so that no proxy setting of the environment applies.
 * `authorities` (PEM) replaces the public certificate authorities; it is for tests.
 */
export const createConnectionPool = ({ authorities }: { authorities?: string } = {}): ConnectionPool => {
  const kept = {
    keepAlive: true,
    timeout: idleMs,
    maxFreeSockets: maxIdlePerDestination,
    scheduling: 'lifo',
  } as const
  const tls = {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(authorities && { ca: authorities }),
  } as const
  const agents = {
    'http:': { kept: new HttpAgent(kept), fresh: new HttpAgent() },
    'https:': { kept: new HttpsAgent({ ...kept, ...tls }), fresh: new HttpsAgent(tls) },
  }
  return {
    agentFor: (protocol, age) => agents[protocol === 'https:' ? 'https:' : 'http:'][age],
    close() {
      for (const pair of Object.values(agents)) for (const agent of Object.values(pair)) agent.destroy()
    },
  }
}
