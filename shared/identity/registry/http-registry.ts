import * as z from 'zod/mini'
import type { RegistryAdapter } from './adapter.ts'
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

type Outcome = Exchanged | ExchangeFailure

/** Safe to ask again: nothing was sent, or a gateway says that its registry was not reached. */
const mayAskAgain = (outcome: Outcome): boolean =>
  typeof outcome === 'string' ? outcome === 'connection' : [502, 503, 504].includes(outcome.status)

const pause = () => new Promise(resolve => setTimeout(resolve, pauseMs))

const jsonOf = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** An answer counts only if its schema holds and it speaks of the number that was asked for. */
const understand = (adapter: RegistryAdapter, idNumber: string, outcome: Outcome): RegistryAnswer => {
  if (typeof outcome === 'string') return unavailable(outcome)
  if (outcome.status !== 200 && outcome.status !== 404) return unavailable('status')
  const json = jsonOf(outcome.text)
  if (!json) return unavailable(outcome.status === 404 ? 'status' : 'malformed')
  if (z.safeParse(adapter.notFound, json.value).success) return { kind: 'not-found' }
  const found = z.safeParse(adapter.found, json.value)
  if (outcome.status !== 200 || !found.success) return unavailable('wrong-schema')
  const person = adapter.person(found.data)
  const isAsked = person.idNumber.replace(/[^a-z\d]/gi, '').toUpperCase() === idNumber
  return isAsked ? { kind: 'found', person } : unavailable('wrong-person')
}

/** A registry behind HTTP, understood by its adapter. It answers within `timeoutMs`, whatever happens. */
export const httpRegistry = (
  adapter: RegistryAdapter,
  { baseUrl, credential, timeoutMs = registryTimeoutMs }: HttpRegistryOptions,
): Registry => ({
  lookUp: async idNumber => {
    const endsAt = performance.now() + timeoutMs
    const left = () => endsAt - performance.now()
    const url = new URL(`${baseUrl.replace(/\/$/, '')}${adapter.path}`)
    const token = await credential().catch(() => undefined)
    if (token === undefined) return unavailable('credential')
    const headers = {
      authorization: `Bearer ${token.trim()}`,
      'content-type': 'application/json',
      accept: 'application/json',
    }
    const ask = () =>
      post(url, { headers, body: JSON.stringify(adapter.request(idNumber)), timeoutMs: left() })
    let outcome = await ask()
    if (mayAskAgain(outcome) && left() > worthwhileMs) {
      await pause()
      outcome = await ask()
    }
    return understand(adapter, idNumber, outcome)
  },
})
