import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { CommandContext, CommandOptions } from './admin-command.ts'
import { RefusedError, UnreachableError } from './exit.ts'
import { invoke } from './invoke.ts'
import type { AdminTarget } from './target.ts'

/**
 * Creates a test verification as a customer does. Each run has its own client, in an organisation of the
 * operator's, so that runs do not affect each other.
 */

/** The sandbox's person with this outcome. The words repeat the contract on purpose. */
const noAccess = {
  phone: '08000001003',
  status: { status: 'NO_ACCESS', subStatus: 'CANNOT ACCESS ADDRESS', state: 'COMPLETE' },
}

const orderOf = (customerReference: string) => ({
  customerReference,
  street: '1 Walk Street',
  landmark: 'Opposite the gate',
  city: 'Ikeja',
  lgaName: 'Ikeja',
  stateName: 'Lagos',
  applicant: { firstname: 'Walking', lastname: 'Visitor', phone: noAccess.phone, dob: '1990-01-01' },
  // Each run has a new verification.
  allowRevisit: true,
})

/** An event follows its record within seconds; cold starts and an idle stream may take longer. */
const patienceSeconds = 60
const betweenTriesMs = 1000

interface StartedTest {
  readonly account: Account
  verificationId?: number
}

const fail = (problem: string): never => {
  throw new Error(problem)
}

const expectSame = (what: string, found: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(found, expected))
    fail(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
}

/** @throws Error that names what was awaited */
const awaited = async <Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
): Promise<Found> => {
  for (const end = Date.now() + patienceSeconds * 1000; ; ) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) fail(`no ${what} in ${patienceSeconds} s`)
    await pause(betweenTriesMs)
  }
}

const signIn = async (ask: ExpectedRequest, { clientId, secret }: Account): Promise<ExpectedRequest> => {
  const { accessToken } = await ask(200, 'POST', '/v1/token', { clientId, secret })
  return ask.as(String(accessToken))
}

const stateOf = (status: unknown): unknown => (status as { readonly state?: unknown } | undefined)?.state

const order = async (ask: ExpectedRequest, { clientId }: Account): Promise<number> => {
  const { id, status } = await ask(201, 'POST', '/v1/addresses', orderOf(clientId))
  expectSame('state of the order', stateOf(status), 'IN_PROGRESS')
  return Number(id)
}

const finalRecord = async (ask: ExpectedRequest, id: number): Promise<void> => {
  const { status } = await awaited('final record', async () => {
    const record = await ask(200, 'GET', `/v1/addresses/${id}`)
    return stateOf(record.status) === 'COMPLETE' && record
  })
  expectSame('status of the record', status, noAccess.status)
}

interface EventLine {
  readonly id: string
  readonly verificationId: number
  readonly event: string
  readonly event_type: string
}

interface EventBody {
  readonly data?: { readonly address?: { readonly status?: unknown } }
}

const listedEvent = async (ask: ExpectedRequest, id: number): Promise<void> => {
  const listed = await awaited('event in the list', async () => {
    const { data } = await ask(200, 'GET', '/v1/events?event=address&limit=100')
    return (data as readonly EventLine[]).find(({ id: eventId }) => eventId === `evt_${id}_completed`)
  })
  const { verificationId, event, event_type } = listed
  const expected = { verificationId: id, event: 'address', event_type: 'verification_completed' }
  expectSame('event in the list', { verificationId, event, event_type }, expected)
  const { body } = await ask(200, 'GET', `/v1/events/${listed.id}`)
  expectSame('status in the event', (body as EventBody).data?.address?.status, noAccess.status)
}

/** @throws with the name of the step */
type SmokeTestStep = <Done>(name: string, act: () => Promise<Done>) => Promise<Done>

const stepsTold =
  (tell: CommandContext['log']): SmokeTestStep =>
  async (name, act) => {
    const begin = performance.now()
    try {
      const done = await act()
      tell(`${name.padEnd(13)}${Math.round(performance.now() - begin)} ms`)
      return done
    } catch (error) {
      const Ending = error instanceof UnreachableError ? UnreachableError : RefusedError
      throw new Ending(`${name} failed: ${(error as Error).message}`)
    }
  }

const walkThrough = async (step: SmokeTestStep, url: string, started: StartedTest): Promise<number> => {
  const { account } = started
  const ask = await step('token', () => signIn(sendRequest(url), account))
  const id = await step('order', () => order(ask, account))
  started.verificationId = id
  await step('visit', () => ask(202, 'POST', '/v1/sandbox/clock', { to: 'visited', verificationId: id }))
  await step('record', () => finalRecord(ask, id))
  await step('event', () => listedEvent(ask, id))
  return id
}

const cleanUp = async (
  step: SmokeTestStep,
  place: AdminTarget,
  organisationId: number,
  started: StartedTest,
): Promise<void> => {
  const { account, verificationId } = started
  await step('client gone', () => removeClient(place, account.clientId))
  if (verificationId === undefined) return
  await step('record gone', () => eraseRecord(place, organisationId, verificationId))
}

export interface SmokeTestResult {
  readonly stage: string
  readonly url: string
  readonly organisationId: number
  readonly verificationId: number
}

/** @throws RefusedError that names the step; UnreachableError */
export const runSmokeTest = async (
  _given: CommandOptions,
  place: AdminTarget,
  { log }: CommandContext,
): Promise<SmokeTestResult> => {
  const step = stepsTold(log)
  const { stage, url } = (await step('stage', () =>
    invoke(place, { command: 'showStage' }),
  )) as SmokeTestResult
  const organisationId = await step('organisation', () => organisationOf(place))
  await step('abandoned', () => removeAbandonedClients(place, organisationId))
  const started: StartedTest = { account: await step('client', () => makeClient(place, organisationId)) }
  const [walked] = await Promise.allSettled([walkThrough(step, url, started)])
  const [cleaned] = await Promise.allSettled([cleanUp(step, place, organisationId, started)])
  const problems = [walked, cleaned].flatMap(end => (end.status === 'rejected' ? [end.reason.message] : []))
  if (walked.status === 'rejected' || problems.length > 0) throw new RefusedError(problems.join('\n'))
  return { stage, url, organisationId, verificationId: walked.value }
}

const ownName = 'Walks of the operator'
const scopes = ['addresses', 'events']

/** Older than any run in progress. */
const abandonedMs = 3_600_000

interface Organisation {
  readonly id: number
  readonly name: string
}

interface Listed {
  readonly clientId: string
  readonly createdAt: string
}

export interface Account {
  readonly clientId: string
  readonly secret: string
}

/** The first, should two runs have created one each. */
const findOrganisation = async (place: AdminTarget): Promise<number | undefined> => {
  const answer = await invoke(place, { command: 'listOrganisations' })
  const { organisations } = answer as { readonly organisations: readonly Organisation[] }
  const own = organisations.filter(({ name }) => name === ownName)
  return own.map(({ id }) => id).sort((one, other) => one - other)[0]
}

export const organisationOf = async (place: AdminTarget): Promise<number> => {
  if ((await findOrganisation(place)) === undefined)
    await invoke(place, { command: 'createOrganisation', name: ownName })
  return (await findOrganisation(place))!
}

export const makeClient = async (place: AdminTarget, organisationId: number): Promise<Account> => {
  const command = { command: 'createClient', organisationId, mode: 'test', scopes }
  return (await invoke(place, { ...command, clientId: `walk-${randomUUID()}` })) as Account
}

export const removeClient = (place: AdminTarget, clientId: string): Promise<object> =>
  invoke(place, { command: 'removeClient', clientId })

export const removeAbandonedClients = async (place: AdminTarget, organisationId: number): Promise<void> => {
  const answer = await invoke(place, { command: 'listClients', organisationId })
  const { clients } = answer as { readonly clients: readonly Listed[] }
  for (const { clientId, createdAt } of clients)
    if (Date.parse(createdAt) < Date.now() - abandonedMs) await removeClient(place, clientId)
}

export const eraseRecord = (
  place: AdminTarget,
  organisationId: number,
  verificationId: number,
): Promise<object> => invoke(place, { command: 'erase', organisationId, mode: 'test', verificationId })

/** Longer than a function may take. */
const patienceMs = 30_000

type Answer = Readonly<Record<string, unknown>>

/** @throws Error in one line, without the request's content */
export interface ExpectedRequest {
  (expected: number, method: string, path: string, body?: object): Promise<Answer>
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

/** `fetch` puts the reason into `cause`. */
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

/** @param url without a final slash */
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
