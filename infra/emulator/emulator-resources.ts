import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HandleHttp } from './api-gateway/http-api.ts'
import { type DataDirectory, openDataDirectory } from './data-directory.ts'
import { createGateway } from './gateway.ts'
import { close, listen, listenOnLocalhost } from './server.ts'

export interface EmulatorResourceOptions {
  readonly port?: number
  /** Stores everything in this folder. Without it all data is lost at the end. */
  readonly dataDirectory?: string
  readonly front?: FrontHandler
}

export interface EmulatorResources {
  readonly listeners: Listeners
  readonly data: DataDirectory
}

/** Rejects with one plain error if the port is taken or the folder unusable, and holds neither then. */
export const acquireResources = async ({
  port = 0,
  dataDirectory,
  front,
}: EmulatorResourceOptions): Promise<EmulatorResources> => {
  const listeners = await openListeners(port, front)
  try {
    return { listeners, data: openDataDirectory(dataDirectory) }
  } catch (error) {
    await listeners.close()
    throw error
  }
}

export type Listeners = Awaited<ReturnType<typeof openListeners>>

/** Handles a request before the API does. Returns false to leave it to the API. */
export type FrontHandler = (request: IncomingMessage, response: ServerResponse) => boolean

const notReady: HandleHttp = async (_request, response) =>
  void response.writeHead(503, { connection: 'close', 'retry-after': '5' }).end()

const openListeners = async (port: number, front: FrontHandler = () => false) => {
  let handleHttp = notReady
  const underWay = new Set<ServerResponse>()
  const answer: RequestListener = (request, response) => {
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
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
      // A host other than the API's: browsers then send neither of them the other's cookies.
      issuer: `http://127.0.0.1:${issuerPort}`,
    },
    /** Until then the HTTP API returns 503. */
    openApi: (handle: HandleHttp): void => {
      handleHttp = handle
    },
    openGateway: gateway.open,
    openIssuer: (handle: RequestListener): void => {
      handleIssuer = handle
    },
    /** Accepts nothing new and waits this long for requests in progress. */
    drain: async (milliseconds: number): Promise<void> => {
      handleHttp = notReady
      const ends = [...underWay].map(response => new Promise(resolve => response.once('close', resolve)))
      await Promise.race([Promise.all(ends), sleep(milliseconds, undefined, { ref: false })])
      await Promise.all(api.servers.map(close))
    },
    close: async (): Promise<void> =>
      void (await Promise.all([...api.servers, gateway.server, issuer].map(close))),
  }
}
