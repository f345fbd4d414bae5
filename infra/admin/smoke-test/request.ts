/** Longer than a path's function may take. */
const patienceMs = 30_000

type Answer = Readonly<Record<string, unknown>>

/** Asks the API for something, and expects an answer of this status. @throws Error in one line, without what was sent */
export interface ExpectedRequest {
  (expected: number, method: string, path: string, body?: object): Promise<Answer>
  /** The same with a token. */
  as(token: string): ExpectedRequest
}

const jsonOf = (text: string): Answer => {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return {}
  }
}

const requestOf = (method: string, token: string | undefined, body: object | undefined): RequestInit => ({
  method,
  redirect: 'error',
  signal: AbortSignal.timeout(patienceMs),
  headers: {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  },
  ...(body && { body: JSON.stringify(body) }),
})

/** Why nobody answered: the reason lies below what `fetch` says. */
const reasonOf = (error: Error): string => {
  const { code, message } = (error.cause ?? error) as { readonly code?: unknown; readonly message: string }
  return typeof code === 'string' ? code : message
}

const send = async (url: string, request: RequestInit, what: string): Promise<Response> => {
  try {
    return await fetch(url, request)
  } catch (error) {
    throw new Error(`${what}: ${reasonOf(error as Error)}`)
  }
}

/** @param url where the API is found, without a slash at the end */
export const sendRequest = (url: string, token?: string): ExpectedRequest => {
  const ask = async (expected: number, method: string, path: string, body?: object): Promise<Answer> => {
    const what = `${method} ${path}`
    const response = await send(`${url}${path}`, requestOf(method, token, body), what)
    const answer = jsonOf(await response.text())
    if (response.status === expected) return answer
    const { code = '', requestId = '' } = answer
    throw new Error(`${what}: ${expected} expected, ${response.status} ${code} ${requestId}`.trim())
  }
  return Object.assign(ask, { as: (given: string) => sendRequest(url, given) })
}
