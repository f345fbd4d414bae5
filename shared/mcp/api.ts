import { setting } from '../aws/environment.ts'

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: object
}

export interface ApiCredentials {
  /** The caller's own header: the API decides what it may do, counts it and logs it. */
  readonly authorization: string
  /** A second try of a POST does nothing twice. */
  readonly idempotencyKey: string
}

export interface ApiResponse {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: unknown
}

/** This function ends after 25 s, and its caller is to be told before. */
const patienceMs = 20_000

/** A gateway that refuses a request before us may answer without JSON. */
const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return { message: `The gateway answered ${response.status}.` }
    throw error
  }
}

const send = async (
  { method, path, body }: ApiRequest,
  { authorization, idempotencyKey }: ApiCredentials,
  signal: AbortSignal,
): Promise<ApiResponse> => {
  const response = await fetch(`${setting('API_URL')}${path}`, {
    method,
    redirect: 'error',
    signal,
    headers: {
      authorization,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await readJson(response),
  }
}

/**
 * Asks this stage's own API as any client would. A connection that was kept while the function slept may be cut, hence
 * the second try. @returns undefined if there was no answer in time @throws TypeError if it cannot be reached
 */
export const callApi = async (
  request: ApiRequest,
  credentials: ApiCredentials,
  timeoutMs = patienceMs,
): Promise<ApiResponse | undefined> => {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await send(request, credentials, signal).catch(error => {
      if (signal.aborted) throw error
      return send(request, credentials, signal)
    })
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}
