import { type RegistryAdapter, readerOf, type Understood } from './adapter.ts'
import { type Exchanged, type ExchangeFailure, post } from './exchange.ts'
import { type Registry, type RegistryAnswer, unavailable } from './port.ts'

/** For connecting, asking and the whole answer, the second try included. */
export const registryTimeoutMs = 10_000
/** A second try with less time than this left would only make the caller wait. */
const worthwhileMs = 1000
const pauseMs = 100

export interface HttpRegistryOptions {
  readonly baseUrl: string
  /** Sent as a bearer token; asked for each time, so that who provides it decides how long to keep it. */
  readonly credential: () => Promise<string>
  readonly timeoutMs?: number
}

type Exchange = Exchanged | ExchangeFailure

/** Safe to ask again: nothing was sent, or a gateway says that its registry was not reached. */
const mayAskAgain = (exchange: Exchange): boolean =>
  typeof exchange === 'string' ? exchange === 'connection' : [502, 503, 504].includes(exchange.status)

const pause = () => new Promise(resolve => setTimeout(resolve, pauseMs))

const jsonOf = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** An answer counts only if it can be read and speaks of the number that was asked for. */
const understand = (
  read: (answer: unknown) => Understood,
  idNumber: string,
  exchange: Exchange,
): RegistryAnswer => {
  if (typeof exchange === 'string') return unavailable(exchange)
  const { status, text } = exchange
  if (status !== 200 && status !== 404) return unavailable('status')
  const json = jsonOf(text)
  if (!json) return unavailable(status === 404 ? 'status' : 'malformed')
  const understood = read(json.value)
  if (understood === 'nobody') return { kind: 'not-found' }
  if (status !== 200 || !understood) return unavailable('wrong-schema')
  const isAsked = understood.idNumber.replace(/[^a-z\d]/gi, '').toUpperCase() === idNumber
  return isAsked ? { kind: 'found', person: understood } : unavailable('wrong-person')
}

/** A registry behind HTTP, understood by its adapter. It answers within `timeoutMs`, whatever happens. */
export const httpRegistry = (
  adapter: RegistryAdapter,
  { baseUrl, credential, timeoutMs = registryTimeoutMs }: HttpRegistryOptions,
): Registry => {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}${adapter.path}`)
  const read = readerOf(adapter)
  const lookUp = async (idNumber: string): Promise<RegistryAnswer> => {
    const endsAt = performance.now() + timeoutMs
    const left = () => endsAt - performance.now()
    const token = await credential().catch(() => undefined)
    if (token === undefined) return unavailable('credential')
    const headers = {
      authorization: `Bearer ${token.trim()}`,
      'content-type': 'application/json',
      accept: 'application/json',
    }
    const body = JSON.stringify({ [adapter.question]: idNumber })
    const ask = () => post(url, { headers, body, timeoutMs: left() })
    const first = await ask()
    if (!mayAskAgain(first) || left() <= worthwhileMs) return understand(read, idNumber, first)
    await pause()
    return understand(read, idNumber, await ask())
  }
  return { lookUp }
}
