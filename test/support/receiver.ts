import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { eventually } from './eventually.ts'
import { close, listen } from './listen.ts'

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
  const headers = request.headers as Record<string, string>
  return { id: headers['webhook-id'] ?? '', headers, body: await text(request) }
}

/** A customer's server: it keeps what it receives and answers as it is told. */
export const openReceiver = async (respond: Respond = thanks): Promise<Receiver> => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const one = await read(request)
    received.push(one)
    respond(received.length - 1, response, one)
  })
  const { port } = new URL(await listen(server))
  return {
    url: `http://localhost:${port}/hook`,
    received,
    [Symbol.asyncDispose]: () => close(server),
  }
}

/** The request that brought an event, once it has. */
export const receivedEvent = ({ received }: Pick<Receiver, 'received'>, id: string): Promise<Received> =>
  eventually(() => received.find(one => one.id === id), id)
