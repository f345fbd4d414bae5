import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { CommandOptions, CommandContext } from '../admin-command.ts'
import { UnreachableError, RefusedError } from '../exit.ts'
import { invoke } from '../invoke.ts'
import type { AdminTarget } from '../target.ts'
import {
  type Account,
  eraseRecord,
  makeClient,
  organisationOf,
  removeAbandonedClients,
  removeClient,
} from './account.ts'
import { type ExpectedRequest, sendRequest } from './request.ts'

/*
 * A test verification, walked as a customer walks it: what it meets is what customers meet. Test mode alone, with a
 * client that lives as long as the walk, in an organisation of the operator's own; so walks at the same time do not meet.
 */

/** The sandbox's person whose visit ends so. The words are those of the contract, and written here a second time on purpose. */
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
  // Each walk is its own, whatever was walked before.
  allowRevisit: true,
})

/** An event follows its record within seconds; cold starts and a stream that was idle may take some more. */
const patienceSeconds = 60
const betweenTriesMs = 1000

interface Started {
  readonly account: Account
  /** Once it was ordered. */
  verificationId?: number
}

const fail = (problem: string): never => {
  throw new Error(problem)
}

const expectSame = (what: string, found: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(found, expected))
    fail(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
}

/** The first answer that is there. @throws Error that says what was waited for */
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

/** Does one step and says how long it took. @throws what it threw, with the step's name */
type Step = <Done>(name: string, act: () => Promise<Done>) => Promise<Done>

const stepsTold =
  (tell: CommandContext['log']): Step =>
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

const walkThrough = async (step: Step, url: string, started: Started): Promise<number> => {
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
  step: Step,
  place: AdminTarget,
  organisationId: number,
  started: Started,
): Promise<void> => {
  const { account, verificationId } = started
  await step('client gone', () => removeClient(place, account.clientId))
  if (verificationId === undefined) return
  await step('record gone', () => eraseRecord(place, organisationId, verificationId))
}

/** What was walked. */
export interface SmokeTestResult {
  readonly stage: string
  readonly url: string
  readonly organisationId: number
  readonly verificationId: number
}

/** Walks a test verification from a client's token to its event, and cleans up. @throws Refused that names the step, NotReached */
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
  const started: Started = { account: await step('client', () => makeClient(place, organisationId)) }
  const [walked] = await Promise.allSettled([walkThrough(step, url, started)])
  const [cleaned] = await Promise.allSettled([cleanUp(step, place, organisationId, started)])
  const problems = [walked, cleaned].flatMap(end => (end.status === 'rejected' ? [end.reason.message] : []))
  if (walked.status === 'rejected' || problems.length > 0) throw new RefusedError(problems.join('\n'))
  return { stage, url, organisationId, verificationId: walked.value }
}
