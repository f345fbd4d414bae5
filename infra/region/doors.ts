/** Where the region is reached: the HTTP API on a port of its own, and all services behind one gateway. */
import type { HandleHttp } from './api-gateway/http-api.ts'
import type { Addresses } from './cloudformation/identity.ts'
import { createGateway, type GatewayServices } from './gateway.ts'
import { close, listen, listenOnLocalhost } from './server.ts'

export interface Doors {
  readonly addresses: Addresses
  /** From now on the HTTP API answers; until then it is 503. */
  openApi(handle: HandleHttp): void
  openGateway(services: GatewayServices): void
  close(): Promise<void>
}

const notReady: HandleHttp = async (_request, response) => void response.writeHead(503).end()

/** Listens, so that both addresses are known before anything is hosted. */
export const openDoors = async (port: number): Promise<Doors> => {
  let handleHttp = notReady
  const api = await listenOnLocalhost((request, response) => void handleHttp(request, response), port)
  const gateway = createGateway()
  const gatewayPort = await listen(gateway.server, 0, '127.0.0.1')
  return {
    addresses: { gateway: `http://127.0.0.1:${gatewayPort}`, httpApi: `http://localhost:${api.port}` },
    openApi: handle => {
      handleHttp = handle
    },
    openGateway: gateway.open,
    close: async () => void (await Promise.all([...api.servers, gateway.server].map(close))),
  }
}
