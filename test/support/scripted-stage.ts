import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { close, listen } from './listen.ts'

export interface AskedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ScriptedAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent as it is. */
  readonly body?: unknown
}

export interface ScriptedStage extends AsyncDisposable {
  readonly url: string
  /** Without those for tokens. */
  readonly asked: readonly AskedRequest[]
  readonly tokens: () => number
}

/** A stage that answers as it is told, one request after the other: what a real one does only when it is in trouble. */
export const openScriptedStage = async (
  script: readonly (ScriptedAnswer | 'reset')[],
  { expiresIn = 7200 } = {},
): Promise<ScriptedStage> => {
  const asked: AskedRequest[] = []
  let tokens = 0
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const body = await text(request)
    const send = ({ status, headers, body = '' }: ScriptedAnswer): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (path === '/v1/token') {
      tokens++
      return send({ status: 200, body: { accessToken: `token-${tokens}`, expiresIn, tokenType: 'Bearer' } })
    }
    const answer = script[asked.length] ?? { status: 500, body: 'asked once too often' }
    asked.push({ method, path, headers: request.headers as Record<string, string>, body })
    if (answer === 'reset') request.socket.destroy()
    else send(answer)
  })
  return {
    url: await listen(server),
    asked,
    tokens: () => tokens,
    [Symbol.asyncDispose]: () => close(server),
  }
}

/** As the API words it. */
export const problemAnswer = (
  status: number,
  code: string,
  { retryable = false, headers = {} }: { retryable?: boolean; headers?: Record<string, string> } = {},
): ScriptedAnswer => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: {
    type: `urn:problem:${code}`,
    title: code,
    status,
    detail: `${code}.`,
    code,
    requestId: 'request',
    retryable,
  },
})
