/** Simulates the registries of live mode: real HTTP, made-up people, and every kind of failure. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { IdentityProductDefinition } from '../../shared/identity/product/definition.ts'
import { identityProducts, registryNames } from '../../shared/identity/products.ts'
import type { RegistryAdapter } from '../../shared/identity/registry/adapter.ts'
import type { RegisteredPerson } from '../../shared/identity/registry/port.ts'
import { testPerson } from '../../shared/identity/registry/sandbox-registry.ts'
import { isObject, parse, text } from '../emulator/json.ts'
import { close, listen, readBody } from '../emulator/server.ts'
import { registriesAt } from '../stages.ts'

const responses: Readonly<Record<string, readonly [status: number, body: string, type?: string]>> = {
  error: [500, '{"error":"internal"}'],
  'bad-gateway-once': [502, '<html>Bad Gateway</html>', 'text/html'],
  malformed: [200, '{"status":"found","data":'],
  'wrong-schema': [200, '{"status":"ok"}'],
  'bare-404': [404, '<html>Not Found</html>', 'text/html'],
  'too-large': [200, `"${'x'.repeat(500_000)}"`],
  'bad-request': [400, '{"error":"bad request"}'],
  throttle: [429, '{"error":"too many requests"}'],
}
const behaviours = [
  'answer',
  'not-found',
  'error',
  'bad-gateway-once',
  'hang',
  'slow',
  'malformed',
  'wrong-schema',
  'bare-404',
  'someone-else',
  'mononym',
  'too-large',
  'bad-request',
  'throttle',
] as const
type SimulatorBehaviour = (typeof behaviours)[number]

/** A number with this ending makes one look-up behave so. */
const behaviourOfEnding: Readonly<Record<string, SimulatorBehaviour>> = {
  '400': 'bad-request',
  '404': 'not-found',
  '429': 'throttle',
  '500': 'error',
  '502': 'bad-gateway-once',
  '900': 'hang',
  '901': 'malformed',
  '902': 'wrong-schema',
  '903': 'bare-404',
  '904': 'someone-else',
  '905': 'mononym',
  '906': 'too-large',
  '908': 'slow',
}

const slowMs = 8000
export const throttledSeconds = 7

export interface RegistrySimulator {
  readonly url: string
  readonly calls: Record<string, number>
  /** For every number, until changed. `POST /control` does the same. */
  behave(behaviour: SimulatorBehaviour, latencyMs?: number): void
  stop(): Promise<void>
}

const send = (response: ServerResponse, status: number, body: string, type = 'application/json') => {
  const headers = { 'content-type': type, ...(status === 429 && { 'retry-after': `${throttledSeconds}` }) }
  if (!response.destroyed) response.writeHead(status, headers).end(body)
}

const reply = async (
  behaviour: SimulatorBehaviour,
  number: string,
  { adapter }: RegisteredIn,
  response: ServerResponse,
) => {
  if (behaviour === 'hang') return
  if (behaviour === 'slow') await pause(slowMs)
  const fixed = responses[behaviour]
  if (fixed) return send(response, ...fixed)
  if (behaviour === 'not-found') return send(response, 404, JSON.stringify(adapter.notFound))
  const whose = behaviour === 'someone-else' ? '00000000000' : number
  const names = behaviour === 'mononym' ? { middlename: '', lastname: '' } : {}
  send(response, 200, JSON.stringify(foundReply(adapter, whose, names)))
}

export const startRegistrySimulator = async (): Promise<RegistrySimulator> => {
  let current: { behaviour: SimulatorBehaviour; latencyMs: number } = { behaviour: 'answer', latencyMs: 0 }
  const calls: Record<string, number> = Object.fromEntries(registryNames.map(name => [name, 0]))
  const failedOnce = new Set<string>()

  const behaviourFor = (number: string): SimulatorBehaviour => {
    const wanted =
      current.behaviour === 'answer' ? (behaviourOfEnding[number.slice(-3)] ?? 'answer') : current.behaviour
    if (wanted !== 'bad-gateway-once') return wanted
    if (failedOnce.delete(number)) return 'answer'
    failedOnce.add(number)
    return wanted
  }

  const control = (body: string, response: ServerResponse) => {
    const wanted = body === '' ? {} : parse(body)
    const behaviour = behaviours.find(each => isObject(wanted) && each === wanted.behaviour)
    if (behaviour) current = { behaviour, latencyMs: isObject(wanted) ? Number(wanted.latencyMs ?? 0) : 0 }
    send(response, 200, JSON.stringify({ ...current, behaviours, calls }))
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = ((await readBody(request, 10_000)) ?? Buffer.alloc(0)).toString()
    if (request.url === '/control') return control(body, response)
    const asked = identityProducts.find(({ registry }) => registry.adapter.path === request.url)?.registry
    if (!asked) return send(response, 404, '{"error":"no such registry"}')
    calls[asked.name]! += 1
    if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) return send(response, 401, '{}')
    const question = parse(body)
    const number = text(isObject(question) ? question[asked.adapter.question] : undefined) ?? ''
    await pause(current.latencyMs)
    await reply(behaviourFor(number), number, asked, response)
  }

  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  )
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
  return {
    url,
    calls,
    behave: (behaviour, latencyMs = 0) => {
      current = { behaviour, latencyMs }
    },
    stop: () => close(server),
  }
}

export const simulatedRegistries = ({ url }: Pick<RegistrySimulator, 'url'>) => registriesAt(url)

type RegisteredIn = IdentityProductDefinition['registry']

/** The one person in the local environment's live mode. */
export const simulatedPerson = {
  firstname: 'Adaeze',
  middlename: 'Ifeoma',
  lastname: 'Okonkwo',
  phone: '08030000001',
  gender: 'f',
  /** DD-MM-YYYY */
  birthdate: '17-05-1990',
  photo: Buffer.from('a photo of Adaeze Okonkwo').toString('base64'),
  address: '5 Aba Road',
} as const

const registered = (idNumber: string) => ({
  ...testPerson(idNumber, simulatedPerson),
  ...simulatedPerson,
  residence: { address1: simulatedPerson.address, lga: 'Port Harcourt', state: 'Rivers' },
})

const recordOf = (names: object, person: object): object =>
  Object.assign(
    {},
    ...Object.entries(names).map(([field, theirs]) => {
      const value = (person as Record<string, string | object>)[field]
      // What a registry does not know it has as null.
      return typeof value === 'object' ? recordOf(theirs, value) : { [theirs]: value || null }
    }),
  )

export const foundReply = (
  { found, record, fields }: RegistryAdapter,
  idNumber: string,
  differences: Partial<RegisteredPerson> = {},
): object => ({
  ...found,
  [record]: recordOf(fields, { ...registered(idNumber), ...differences }),
})
