import { pagePaths } from '../../shared/routes.ts'
import { deviationOf } from './document.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  readonly body: any
}

export interface ApiClient {
  /** Of the client, or of the person. */
  readonly id: string
  readonly token: string
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
}

const isPage = (pathname: string): boolean =>
  pagePaths.some(path => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname))

/** What the document need not tell of: pages, and what the gateway or a photo's store answers. */
const isOurs = (pathname: string, headers: Headers): boolean =>
  /^\/(v1|token)(\/|$)/.test(pathname) && headers.has('x-request-id') && !isPage(pathname)

/**
 * One request as any HTTP client would make it; a string body is sent as it is.
 * @throws Error if the answer is not what the OpenAPI document says
 */
export const call = async (
  url: string,
  method: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> => {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const answer = {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : text,
  }
  const { pathname } = new URL(url)
  const deviation = isOurs(pathname, answer.headers) ? deviationOf(method, pathname, answer) : undefined
  if (deviation)
    throw new Error(
      `${method} ${pathname} answered ${answer.status}, which the document does not say: ${deviation}`,
    )
  return answer
}

/** Signs in and calls with the token. */
export const apiClient = async (url: string, clientId: string, secret: string): Promise<ApiClient> => {
  const { body } = await call(`${url}/v1/token`, 'POST', { body: { clientId, secret } })
  const token = (body as { accessToken: string }).accessToken
  const request: ApiClient['request'] = (method, path, body, headers) =>
    call(`${url}${path}`, method, { body, headers: { authorization: `Bearer ${token}`, ...headers } })
  return {
    id: clientId,
    token,
    request,
    get: path => request('GET', path),
    post: (path, body, headers) => request('POST', path, body, headers),
    patch: (path, body) => request('PATCH', path, body),
    delete: path => request('DELETE', path),
  }
}
