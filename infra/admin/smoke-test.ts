import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expectProtection } from '../deploy/stacks.ts'
import type { AdminCall } from './admin-command.ts'
import {
  type AdminTarget,
  askAws,
  awsClientConfig,
  invoke,
  RefusedError,
  UnreachableError,
} from './target.ts'

/*
 * Creates a test verification as a customer does. Each run has its own client, in an organisation of the
 * operator's, so that runs do not affect each other.
 */

/** Whom the simulated agent visits at once. The words repeat the contract on purpose. */
const visited = {
  phone: '08000001011',
  status: { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' },
}

const orderOf = (customerReference: string) => ({
  customerReference,
  street: '1 Walk Street',
  landmark: 'Opposite the gate',
  city: 'Ikeja',
  lgaName: 'Ikeja',
  stateName: 'Lagos',
  applicant: { firstname: 'Walking', lastname: 'Visitor', phone: visited.phone, dob: '1990-01-01' },
  // Each run has a new verification.
  allowRevisit: true,
})

const ownName = 'Walks of the operator'

/** Older than any run in progress. */
const abandonedMs = 3_600_000

/** An event follows its record within seconds; cold starts and an idle stream may take longer. */
const patienceSeconds = 60
const betweenTriesMs = 1000

/** Longer than a function may take. */
const requestTimeoutMs = 30_000

interface ClientSecret {
  readonly clientId: string
  readonly secret: string
}

interface EventLine {
  readonly id: string
  readonly verificationId: number
  readonly event: string
  readonly event_type: string
}

type JsonAnswer = Readonly<Record<string, unknown>>
type SendRequest = (expected: number, request: string, body?: object) => Promise<JsonAnswer>

const parseAnswer = (text: string): JsonAnswer => {
  try {
    return JSON.parse(text) as JsonAnswer
  } catch {
    return {}
  }
}

/** `fetch` puts the reason into `cause`. */
const reasonOf = (error: Error): string => {
  const { code, message } = (error.cause ?? error) as { readonly code?: unknown; readonly message: string }
  return typeof code === 'string' ? code : message
}

/** Sends requests such as `GET /v1/events`. @throws Error in one line, without the request's content */
const createRequest =
  (url: string, token?: string): SendRequest =>
  async (expected, request, body) => {
    const [method = '', path] = request.split(' ')
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const content = body && { body: JSON.stringify(body) }
    const sent = fetch(`${url}${path}`, { method, redirect: 'error', signal, headers, ...content })
    const response = await sent.catch(error => {
      throw new Error(`${request}: ${reasonOf(error)}`)
    })
    const answer = parseAnswer(await response.text())
    if (response.status === expected) return answer
    const { code = '', requestId = '' } = answer
    throw new Error(`${request}: ${expected} expected, ${response.status} ${code} ${requestId}`.trim())
  }

const expectSame = (what: string, found: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
}

/** @throws Error that names what was awaited */
const eventually = async <Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
): Promise<Found> => {
  for (const end = Date.now() + patienceSeconds * 1000; ; ) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`no ${what} in ${patienceSeconds} s`)
    await pause(betweenTriesMs)
  }
}

const stateOf = (status: unknown): unknown => (status as { readonly state?: unknown } | undefined)?.state

const order = async (ask: SendRequest, { clientId }: ClientSecret): Promise<number> => {
  const { id, status } = await ask(201, 'POST /v1/addresses', orderOf(clientId))
  expectSame('state of the order', stateOf(status), 'IN_PROGRESS')
  return Number(id)
}

const checkFinalRecord = async (ask: SendRequest, id: number): Promise<void> => {
  const { status } = await eventually('final record', async () => {
    const record = await ask(200, `GET /v1/addresses/${id}`)
    return stateOf(record.status) === 'COMPLETE' && record
  })
  expectSame('status of the record', status, visited.status)
}

const checkListedEvent = async (ask: SendRequest, id: number): Promise<void> => {
  const listed = await eventually('event in the list', async () => {
    const { data } = await ask(200, 'GET /v1/events?event=address&limit=100')
    return (data as readonly EventLine[]).find(({ id: eventId }) => eventId === `evt_${id}_completed`)
  })
  const { verificationId, event, event_type } = listed
  const expected = { verificationId: id, event: 'address', event_type: 'verification_completed' }
  expectSame('event in the list', { verificationId, event, event_type }, expected)
  const { body } = await ask(200, `GET /v1/events/${listed.id}`)
  const { data } = body as { readonly data?: { readonly address?: { readonly status?: unknown } } }
  expectSame('status in the event', data?.address?.status, visited.status)
}

const findOrganisations = async (target: AdminTarget): Promise<readonly number[]> => {
  const { organisations } = (await invoke(target, { command: 'listOrganisations' })) as {
    readonly organisations: readonly { readonly id: number; readonly name: string }[]
  }
  return organisations.filter(({ name }) => name === ownName).map(({ id }) => id)
}

/** The first, should two runs have created one each. */
const ensureOrganisation = async (target: AdminTarget): Promise<number> => {
  if ((await findOrganisations(target)).length === 0)
    await invoke(target, { command: 'createOrganisation', name: ownName })
  return Math.min(...(await findOrganisations(target)))
}

const createClient = async (target: AdminTarget, organisationId: number): Promise<ClientSecret> => {
  const command = { command: 'createClient', organisationId, mode: 'test', scopes: ['addresses', 'events'] }
  return (await invoke(target, { ...command, clientId: `walk-${randomUUID()}` })) as ClientSecret
}

const removeClient = (target: AdminTarget, clientId: string): Promise<object> =>
  invoke(target, { command: 'removeClient', clientId })

const removeAbandonedClients = async (target: AdminTarget, organisationId: number): Promise<void> => {
  const { clients } = (await invoke(target, { command: 'listClients', organisationId })) as {
    readonly clients: readonly { readonly clientId: string; readonly createdAt: string }[]
  }
  for (const { clientId, createdAt } of clients)
    if (Date.parse(createdAt) < Date.now() - abandonedMs) await removeClient(target, clientId)
}

/** Runs a step and says how long it took. @throws with the name of the step */
type RunStep = <Done>(name: string, action: () => Promise<Done>) => Promise<Done>

const stepRunner =
  (log: AdminCall['log']): RunStep =>
  async (name, action) => {
    const begin = performance.now()
    try {
      const done = await action()
      log(`${name.padEnd(13)}${Math.round(performance.now() - begin)} ms`)
      return done
    } catch (error) {
      const Ending = error instanceof UnreachableError ? UnreachableError : RefusedError
      throw new Ending(`${name} failed: ${(error as Error).message}`)
    }
  }

/** @throws RefusedError that names the steps that failed; UnreachableError */
export const runSmokeTest = async ({ target, log }: AdminCall) => {
  const step = stepRunner(log)
  const { stage, url } = (await step('stage', () => invoke(target, { command: 'showStage' }))) as {
    readonly stage: string
    readonly url: string
  }
  const organisationId = await step('organisation', () => ensureOrganisation(target))
  await step('abandoned', () => removeAbandonedClients(target, organisationId))
  const account = await step('client', () => createClient(target, organisationId))
  let verificationId: number | undefined
  const walk = async (): Promise<void> => {
    const { accessToken } = await step('token', () => createRequest(url)(200, 'POST /v1/token', account))
    const ask = createRequest(url, String(accessToken))
    const id = await step('order', () => order(ask, account))
    verificationId = id
    await step('record', () => checkFinalRecord(ask, id))
    await step('event', () => checkListedEvent(ask, id))
  }
  const cleanUp = async (): Promise<void> => {
    await step('client gone', () => removeClient(target, account.clientId))
    const record = { organisationId, mode: 'test', verificationId }
    if (verificationId !== undefined)
      await step('record gone', () => invoke(target, { command: 'erase', ...record }))
  }
  const problems: string[] = []
  const checkStacks = async (): Promise<void> => {
    const { stage: settings } = target
    if (settings?.keepsData)
      await step('protection', () =>
        askAws(target, () => expectProtection(settings, awsClientConfig(target))),
      )
  }
  for (const action of [walk, cleanUp, checkStacks])
    await action().catch(({ message }) => problems.push(message))
  if (problems.length > 0) throw new RefusedError(problems.join('\n'))
  return { stage, url, organisationId, verificationId }
}
