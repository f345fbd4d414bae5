import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** One request that a receiver got. */
export interface Received {
  readonly id: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** Answers the n-th request, counting from 0. */
export type Respond = (count: number, response: ServerResponse, request: Received) => void

export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: readonly Received[]
}

const thanks: Respond = (_count, response) => {
  response.writeHead(200).end('thanks')
}

const read = async (request: IncomingMessage): Promise<Received> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = request.headers as Record<string, string>
  return { id: headers['webhook-id'] ?? '', headers, body: Buffer.concat(chunks).toString() }
}

/** A customer's server: it keeps what it receives and answers as it is told. */
export const openReceiver = async (respond: Respond = thanks): Promise<Receiver> => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const one = await read(request)
    received.push(one)
    respond(received.length - 1, response, one)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://localhost:${port}/hook`,
    received,
    [Symbol.asyncDispose]: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
