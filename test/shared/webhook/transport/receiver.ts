import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { generate } from 'selfsigned'
import { type AttemptInput, callEndpoint } from '../../../../shared/webhook/transport/attempt.ts'
import { newSecret } from '../../../../shared/webhook/transport/signature.ts'

/** A host name that only the tests' resolver knows; it leads to this machine. */
export const receiverHost = 'receiver.verification-tests.com'
export const toThisMachine = async () => ['127.0.0.1']

const secrets = [newSecret()]

/** An attempt, with whatever matters to the one who makes it. */
export const attemptTo = (endpointUrl: string, more: Partial<AttemptInput> = {}) => {
  const rules = { allowHttp: true, allowLoopback: true }
  const input = { endpointUrl, id: 'evt_1', body: '{}', secrets, rules, timeoutSeconds: 20 }
  return callEndpoint({ ...input, lookup: toThisMachine, ...more })
}

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  socket: Socket
}
export type Receiver = AsyncDisposable & { port: number; received: Received[]; sockets: Set<Socket> }

/** A web server on loopback that keeps what it was sent and answers as told. */
export const receiver = async (answer: (response: ServerResponse) => void, certificate?: Certificate) => {
  const received: Received[] = []
  const listener: RequestListener = async (request, response) => {
    const { method = '', url = '', headers, socket } = request
    received.push({ method, path: url, headers, body: await text(request), socket })
    answer(response)
  }
  return listen(certificate ? createSecureServer(certificate, listener) : createServer(listener), received)
}

/** A server that speaks raw bytes, for answers that no web server would give. */
export const rawReceiver = async (onRequest: (socket: Socket) => void): Promise<Receiver> =>
  listen(
    createTcpServer(socket => socket.on('error', () => {}).on('data', () => onRequest(socket))),
    [],
  )

const listen = async (server: Server, received: Received[]): Promise<Receiver> => {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    sockets,
    async [Symbol.asyncDispose]() {
      const closed = new Promise(done => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

export interface Certificate {
  key: string
  cert: string
}
export interface Authority {
  cert: string
  issue(host: string, days?: number): Promise<Certificate>
}

/** A certificate authority that exists only in this process. */
export const openAuthority = async (): Promise<Authority> => {
  const root = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return {
    cert: root.cert,
    issue: (host, days = 1) => issue({ key: root.private, cert: root.cert }, host, days),
  }
}

const issue = async (ca: Certificate, host: string, days: number): Promise<Certificate> => {
  const day = 86_400_000
  const leaf = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca,
    notBeforeDate: new Date(Date.now() - 30 * day),
    notAfterDate: new Date(Date.now() + days * day),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  })
  return { key: leaf.private, cert: leaf.cert }
}
