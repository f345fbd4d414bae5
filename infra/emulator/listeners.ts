/** Where the region is reached: the HTTP API on a port of its own, and all services behind one gateway. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { HandleHttp } from './api-gateway/http-api.ts'
import type { Addresses } from './cloudformation/identity.ts'
import { createGateway, type GatewayServices } from './gateway.ts'
import { close, listen, listenOnLocalhost } from './server.ts'

export interface Listeners {
  readonly addresses: Addresses
  /** From now on the HTTP API answers; until then it is 503. */
  openApi(handle: HandleHttp): void
  openGateway(services: GatewayServices): void
  /** From now on the issuer answers; until then it is 503. */
  openIssuer(handle: RequestListener): void
  /** Takes nothing new and waits for the API's requests under way, for so long at most. */
  drain(milliseconds: number): Promise<void>
  close(): Promise<void>
}

/** Answers a request before the API sees it; false if it leaves it to the API. */
export type FrontHandler = (request: IncomingMessage, response: ServerResponse) => boolean

const notReady: HandleHttp = async (_request, response) =>
  void response.writeHead(503, { connection: 'close', 'retry-after': '5' }).end()

/** Listens, so that both addresses are known before anything is hosted. */
export const openListeners = async (port: number, front: FrontHandler = () => false): Promise<Listeners> => {
  let handleHttp = notReady
  const underWay = openCount()
  const answer: RequestListener = (request, response) => {
    underWay.add(response)
    if (!front(request, response)) void handleHttp(request, response)
  }
  const api = await listenOnLocalhost(answer, port)
  const gateway = createGateway()
  const gatewayPort = await listen(gateway.server, 0, '127.0.0.1')
  let handleIssuer: RequestListener = notReady
  const issuer = createServer((request, response) => handleIssuer(request, response))
  const issuerPort = await listen(issuer, 0, '127.0.0.1')
  return {
    addresses: {
      gateway: `http://127.0.0.1:${gatewayPort}`,
      httpApi: `http://localhost:${api.port}`,
      // Another host than the API's, as an issuer is: browsers send neither the other's cookies.
      issuer: `http://127.0.0.1:${issuerPort}`,
    },
    openApi: handle => {
      handleHttp = handle
    },
    openGateway: gateway.open,
    openIssuer: handle => {
      handleIssuer = handle
    },
    drain: async milliseconds => {
      handleHttp = notReady
      await underWay.none(milliseconds)
      await Promise.all(api.servers.map(close))
    },
    close: async () => void (await Promise.all([...api.servers, gateway.server, issuer].map(close))),
  }
}

/** Counts the answers that are not out yet. */
const openCount = () => {
  const open = new Set<ServerResponse>()
  let wake = () => {}
  return {
    add: (response: ServerResponse): void => {
      open.add(response)
      response.once('close', () => {
        open.delete(response)
        if (open.size === 0) wake()
      })
    },
    /** Resolves when there are none, or after the given time. */
    none: (milliseconds: number): Promise<void> =>
      new Promise(resolve => {
        if (open.size === 0) return resolve()
        const timer = setTimeout(resolve, milliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
