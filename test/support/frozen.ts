import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { close, listen } from './listen.ts'

/** What is answered to a body: JSON, a text, or a text with its status. */
type Answer = object | string | { readonly status: number; readonly text: string }
type Answering = (body: string) => Answer | Promise<Answer>

export interface FrozenServer extends AsyncDisposable {
  readonly url: string
  /** How many requests were answered, and how many met the end of their connection. */
  readonly counts: { answered: number; reset: number }
}

/**
 * What a container meets that was frozen after every call: each connection is kept after its first answer, and reset when
 * the second request has arrived on it.
 */
export const openFrozenServer = async (answering: Answering): Promise<FrozenServer> => {
  const counts = { answered: 0, reset: 0 }
  const used = new WeakSet<Socket>()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (used.has(request.socket)) {
      counts.reset++
      return void request.socket.resetAndDestroy()
    }
    used.add(request.socket)
    counts.answered++
    const answer = await answering(body)
    if (typeof answer === 'string') return void response.end(answer)
    if ('status' in answer) return void response.writeHead(answer.status).end(answer.text)
    response.end(JSON.stringify(answer))
  })
  return { url: await listen(server), counts, [Symbol.asyncDispose]: () => close(server) }
}
