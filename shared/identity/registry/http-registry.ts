import { type ClientRequest, Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { parseRetryAfter } from '../../http/retry-after.ts'
import { isStale, type RequestFailure, sendRequest } from '../../outbound/send-request.ts'
import { createResponseReader, type ParsedRecord, type RegistryAdapter } from './adapter.ts'
import { type RegistryPort, type RegistryResult, unavailable, unreadable } from './port.ts'

/** A late response must fit into a DynamoDB item of 400 KB. */
const answerLimitBytes = 384 * 1024

interface JsonExchange {
  readonly status: number
  readonly retryAfter?: string | undefined
  readonly text: string
}
/** `connection`: nothing of the request was processed. */
type ExchangeFailure = 'connection' | 'reset' | 'timeout' | 'too-large'

const idleMs = 10_000
const kept = { keepAlive: true, timeout: idleMs, scheduling: 'lifo' } as const
const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent({ ...kept, minVersion: 'TLSv1.2' }) }

const open = (url: URL, headers: Record<string, string>, isKept: boolean): ClientRequest => {
  const options = { method: 'POST', headers }
  return url.protocol === 'https:'
    ? requestHttps(url, { ...options, agent: isKept && agents['https:'] })
    : requestHttp(url, { ...options, agent: isKept && agents['http:'] })
}

const toExchangeFailure = (result: RequestFailure): ExchangeFailure => {
  if (result.failure === 'timeout') return 'timeout'
  return result.phase !== 'open' || isStale(result) ? 'connection' : 'reset'
}

/** Does not follow redirects. Never rejects. */
const postJson = async (
  url: URL,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: string; timeoutMs: number },
  isKept: boolean,
): Promise<JsonExchange | ExchangeFailure> => {
  const request = open(url, { ...headers, 'content-length': `${Buffer.byteLength(body)}` }, isKept)
  const result = await sendRequest(request, body, { timeoutMs, maxBytes: answerLimitBytes })
  if ('failure' in result) return toExchangeFailure(result)
  const { response, chunks, cut } = result
  if (cut !== undefined) return cut === 'too-large' || cut === 'timeout' ? cut : 'reset'
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    text: Buffer.concat(chunks).toString('utf8'),
  }
}

/** Connection, request and response together, the second try included. */
export const registryTimeoutMs = 10_000
const worthwhileMs = 1000
const pauseMs = 100
/** Upper bound for a registry's Retry-After. */
const longestWaitSeconds = 3600

interface HttpRegistryOptions {
  readonly baseUrl: string
  /** A bearer token, requested each time: its provider decides on caching. @param refused one that the registry did not take */
  readonly credential: (refused?: string) => Promise<string>
  readonly timeoutMs?: number
}

type JsonCall = JsonExchange | ExchangeFailure

/** Nothing was sent, or a gateway did not reach its registry. */
const mayAskAgain = (exchange: JsonCall): boolean =>
  typeof exchange === 'string' ? exchange === 'connection' : [502, 503, 504].includes(exchange.status)

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const throttled = (retryAfter: string | undefined): RegistryResult => {
  const seconds = parseRetryAfter(retryAfter, new Date())
  const retryAfterSeconds = seconds && Math.min(seconds, longestWaitSeconds)
  return { kind: 'unavailable', reason: 'throttled', ...(retryAfterSeconds && { retryAfterSeconds }) }
}

const refusalOf = ({ status, retryAfter }: JsonExchange): RegistryResult => {
  if (status >= 500) return unavailable('status')
  if (status === 429) return throttled(retryAfter)
  return status < 400 || status === 401 || status === 403 ? unavailable('refused') : unreadable('status')
}

const understand = (
  read: (answer: unknown) => ParsedRecord,
  idNumber: string,
  exchange: JsonCall,
): RegistryResult => {
  if (exchange === 'too-large') return unreadable(exchange)
  if (typeof exchange === 'string') return unavailable(exchange)
  const { status, text } = exchange
  if (status !== 200 && status !== 404) return refusalOf(exchange)
  const understood = read(jsonOf(text))
  if (understood === 'nobody') return { kind: 'not-found' }
  if (status === 404) return unavailable('refused')
  if (!understood) return unreadable(jsonOf(text) === undefined ? 'malformed' : 'wrong-schema')
  const isAsked = understood.idNumber.replace(/[^a-z\d]/gi, '').toUpperCase() === idNumber
  return isAsked ? { kind: 'found', person: understood } : unreadable('wrong-person')
}

const headersWith = (token: string) => ({
  authorization: `Bearer ${token.trim()}`,
  'content-type': 'application/json',
  accept: 'application/json',
})

/** Always answers within `timeoutMs`. A credential that was rotated is read anew before its refusal counts. */
export const httpRegistry = (
  adapter: RegistryAdapter,
  { baseUrl, credential, timeoutMs = registryTimeoutMs }: HttpRegistryOptions,
): RegistryPort => {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}${adapter.path}`)
  const read = createResponseReader(adapter)
  const lookUp = async (idNumber: string): Promise<RegistryResult> => {
    const endsAt = performance.now() + timeoutMs
    const left = () => endsAt - performance.now()
    const token = await credential().catch(() => undefined)
    if (token === undefined) return unavailable('credential')
    const body = JSON.stringify({ [adapter.question]: idNumber })
    const ask = (bearer: string, isKept = true) =>
      postJson(url, { headers: headersWith(bearer), body, timeoutMs: left() }, isKept)
    const first = await ask(token)
    if (left() <= worthwhileMs) return understand(read, idNumber, first)
    if (typeof first !== 'string' && first.status === 401) {
      const renewed = await credential(token).catch(() => token)
      return understand(read, idNumber, renewed === token ? first : await ask(renewed))
    }
    if (!mayAskAgain(first)) return understand(read, idNumber, first)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    // What else is kept was closed with the first.
    return understand(read, idNumber, await ask(token, false))
  }
  return { lookUp }
}
