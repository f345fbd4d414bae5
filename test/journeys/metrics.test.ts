import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../infra/version.ts'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { stages } from '../../infra/stages.ts'
import { type Metric, metrics } from '../../shared/metrics/definitions.ts'
import { type ApiClient, call } from '../support/api-client.ts'
import { openBrowser } from '../support/browser-session.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, reportedWork, visitReport, worker } from '../support/fieldwork.ts'
import { countedIn } from '../support/metric-lines.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import type { Receiver } from '../support/receiver.ts'

/*
 * A day of the service in a minute: orders, visits, decisions, look-ups, deliveries, and what can go wrong with them.
 * Once all is still, the log counts each of it once.
 */

/** Where it is seen that a metric is counted whose cause an emulator does not bring about. */
const elsewhere: Readonly<Record<string, string>> = {
  RequestFaults: 'test/shared/http/serve.test.ts',
  ReconciliationMismatches: 'test/shared/outbox/reconcile.test.ts',
  LedgerMismatches: 'test/shared/outbox/ledger-check.test.ts',
  MessagesHeld: 'test/shared/link/message/hold.test.ts',
  MessagesRefused: 'test/hostile/messages.test.ts',
  TrailFaults: 'test/shared/log/log.test.ts',
  VisitsToDo: 'test/shared/fieldwork/count.test.ts',
  VisitsLate: 'test/shared/fieldwork/count.test.ts',
  VisitsExpected: 'test/shared/fieldwork/count.test.ts',
  VisitsBehind: 'test/shared/fieldwork/count.test.ts',
  ReportsUnsent: 'test/shared/fieldwork/count.test.ts',
  CaseSearches: 'test/shared/case/search/search.test.ts',
  UnusualCaseSearches: 'test/shared/case/search/search.test.ts',
}

const prices = stages.local.prices
const dueSeconds = 4
const settings = {
  fieldwork: { ...stages.local.fieldwork, backCheckShare: 1 },
  verification: { ...stages.local.verification, dueSeconds, simulatedAgentDelaySeconds: 0 },
}

let world: World
let live: ApiClient
let sandbox: ApiClient
const receivers: Receiver[] = []
const counted = () => countedIn(world.logLines)

type Values = Readonly<Record<string, unknown>>

/** Everything that was counted of a metric, at these values: how much, and on how many lines. */
const sumOf = (name: string, of: Values = {}) => {
  const found = counted().filter(
    line => name in line && Object.entries(of).every(([key, value]) => line[key] === value),
  )
  return found.reduce((sum, line) => sum + Number(line[name]), 0)
}

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`
const { firstname, lastname } = simulatedPerson
const lookUpNin = (number: string, claim: object, headers?: Record<string, string>) =>
  live.post(`/v1/ng/identities/nin/${number}`, claim, headers)

const visitTwice = async () => {
  const [first, second] = [
    await worker(world, 'agent-a', ['agent']),
    await worker(world, 'agent-b', ['agent']),
  ]
  const reviewer = await worker(world, 'reviewer-a', ['reviewer'])
  const { assignment } = await reportedWork(world, first)
  expect((await reviewer.post(at(assignment, '/decision'), approval)).status).toBe(200)
  const again = at((await second.get('/v1/operations/assignments?stateId=24')).body.data[0].id)
  await second.post(`${again}/claim`)
  const findings = { addressExists: true, hadAccess: true, isThere: false }
  expect((await second.post(`${again}/report`, visitReport({ findings }))).status).toBe(200)
}

const lookUp = async () => {
  const answers = [
    await lookUpNin('70000000001', { firstname, lastname }),
    await lookUpNin('70000000002', { firstname: 'Canaryobi', lastname: 'Canaryeze' }),
    await lookUpNin('70000000404', { firstname, lastname }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
  // A repeat of what had its verdict tells nothing new.
  const key = { 'idempotency-key': 'the-same' }
  const repeated = [
    await lookUpNin('70000000003', { firstname, lastname }, key),
    await lookUpNin('70000000003', { firstname, lastname }, key),
  ]
  expect(repeated.map(({ status }) => status)).toEqual([200, 200])
  world.simulator.behave('error')
  for (let tries = 0; tries < 5; tries++) await lookUpNin(`7000000001${tries}`, { firstname, lastname })
  const late = await lookUpNin('70000000020', { firstname, lastname }, { prefer: 'respond-async' })
  expect(late.status).toBe(202)
  world.simulator.behave('answer')
}

const failToSignIn = async () => {
  const body = { clientId: 'local-live', secret: 'a wrong one, and no other' }
  expect((await call(`${world.url}/v1/token`, 'POST', { body })).status).toBe(401)
  const browser = openBrowser()
  await browser.ask('GET', `${world.url}/v1/session/sign-in`)
  const back = await browser.ask('GET', `${world.url}/v1/session/callback?code=wrong&state=wrong`)
  expect(JSON.parse(back.body).code).toBe('sign_in_failed')
}

beforeAll(async () => {
  world = await startWorld({ settings })
  ;[live, sandbox] = [await world.client('local-live'), await world.client()]
  const answers = [
    () => 200,
    (count: number) => (count === 0 ? 500 : 200),
    // It answers 410, and is disabled.
    () => 410,
  ]
  for (const answer of answers) {
    const receiver = await world.receiver((count, response) => response.writeHead(answer(count)).end())
    receivers.push(receiver)
    await live.post('/v1/webhooks', { url: receiver.url })
  }
  await sandbox.post('/v1/addresses', addressOrder())
  const { body: employment } = await live.post('/v1/employments', employmentOrder())
  const key = { organisationId: 1, mode: 'live', verificationId: employment.id }
  await eventually(
    () => sumOf('VerificationsOverdue', { product: 'employment' }) === 1,
    'the employment to be late',
  )
  await world.administer({ command: 'decide', ...key, outcome: 'notAnEmployee' })
  await visitTwice()
  await lookUp()
  await failToSignIn()
  const told = { live: 2, late: 1 }
  await eventually(
    () => new Set(receivers[1]!.received.map(({ id }) => id)).size === told.live + told.late,
    'every event at the receiver that failed once',
    60,
  )
  await eventually(() => sumOf('VerificationsCompleted', { mode: 'test' }) === 1, 'the sandbox’s visit')
  await eventually(
    () => sumOf('DeliveryAttempts') === receivers.reduce((sum, { received }) => sum + received.length, 0),
    'all attempts to be counted',
  )
}, 180_000)
afterAll(() => world[Symbol.asyncDispose]())

describe('what happened is counted once', () => {
  it('of verifications: accepted, late, reported, completed, with their time and price', () => {
    expect(sumOf('OrdersAccepted', { mode: 'live', product: 'address' })).toBe(1)
    expect(sumOf('OrdersAccepted', { mode: 'live', product: 'employment' })).toBe(1)
    expect(sumOf('OrdersAccepted', { mode: 'test' })).toBe(1)
    expect(sumOf('VerificationsDue')).toBe(2)
    expect(sumOf('ReportsFiled', { product: 'address' })).toBe(1)
    expect(sumOf('VerificationsCompleted', { mode: 'live', outcome: 'verified' })).toBe(1)
    expect(sumOf('VerificationsCompleted', { mode: 'live', outcome: 'notAnEmployee' })).toBe(1)
    expect(sumOf('VerificationsCompleted')).toBe(3)
    expect(sumOf('Turnaround', { product: 'employment' })).toBeGreaterThanOrEqual(dueSeconds)
    expect(sumOf('Charged', { product: 'address' })).toBe(prices.address)
    expect(sumOf('Charged', { product: 'employment' })).toBe(prices.employment)
    expect([sumOf('BackChecked'), sumOf('Disagreed')]).toEqual([1, 1])
  })

  it('of look-ups: how many found nobody or somebody else, and a repeat not again', () => {
    expect([sumOf('LookupsAnswered'), sumOf('LookupsUnmatched')]).toEqual([5, 2])
    expect(sumOf('Charged', { product: 'nin' })).toBe(4 * prices.nin)
    // The one that waited.
    expect(sumOf('OrdersAccepted', { mode: 'live', product: 'nin' })).toBe(1)
  })

  it('of registries: every look-up with its time, and look-ups that met an open breaker', () => {
    const asked = counted().filter(({ RegistryLatency }) => RegistryLatency !== undefined)
    expect(asked).toHaveLength(world.simulator.calls.nin!)
    expect(sumOf('RegistryFailures', { registry: 'nin' })).toBeGreaterThanOrEqual(3)
    expect(sumOf('CircuitOpen', { registry: 'nin' })).toBeGreaterThanOrEqual(1)
  })

  it('of deliveries: as many as receivers were sent, by what followed', () => {
    const received = receivers.reduce((sum, one) => sum + one.received.length, 0)
    expect(sumOf('DeliveryAttempts', { mode: 'live' })).toBe(received)
    const results = ['delivered', 'retry', 'disable'].map(result => sumOf('DeliveryResults', { result }))
    expect(results[1]).toBe(1)
    expect(results[2]).toBeGreaterThanOrEqual(1)
    expect(results[0]! + results[1]! + results[2]!).toBe(received)
    expect(sumOf('DeliveryFailures')).toBe(results[1]! + results[2]!)
  })

  it('of signing in: who showed a wrong secret, and who was not confirmed', () => {
    expect(sumOf('SignInFailures', { who: 'client' })).toBe(1)
    expect(sumOf('SignInFailures', { who: 'person' })).toBe(1)
  })
})

describe('the lines that count', () => {
  it('write every metric of the list, here or where it says', () => {
    const written = new Set(counted().flatMap(line => Object.keys(line)))
    const missing = Object.keys(metrics).filter(name => !written.has(name))
    expect(missing.toSorted()).toEqual(Object.keys(elsewhere).toSorted())
    for (const [name, file] of Object.entries(elsewhere))
      expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain(name)
  })

  it('hold metrics, their values in the list, and nothing else', () => {
    const known = metrics as Readonly<Record<string, Metric>>
    for (const line of counted()) {
      const names = Object.keys(line).filter(name => name in known)
      const values = Object.keys(line).filter(name => !(name in known) && name !== 'version')
      expect(line.version).toBe(version)
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) expect(typeof line[name]).toBe('number')
      for (const value of values)
        expect(
          names.some(name => known[name]!.dimensions[value]?.includes(`${line[value]}`)),
          JSON.stringify(line),
        ).toBe(true)
    }
  })

  it('are whole documents that CloudWatch reads: every metric and dimension that they name is there', () => {
    const lines = world.logLines.filter(line => line.includes('{"_aws":'))
    for (const line of lines) {
      const document = JSON.parse(line.slice(line.indexOf('{')))
      expect(document._aws.Timestamp).toBeTypeOf('number')
      for (const { Namespace, Dimensions, Metrics } of document._aws.CloudWatchMetrics) {
        expect([Namespace, Dimensions[0][0], document.stage]).toEqual(['Verification', 'stage', 'local'])
        for (const name of Dimensions[0]) expect(document[name]).toBeTypeOf('string')
        for (const { Name } of Metrics) expect(document[Name]).toBeTypeOf('number')
      }
    }
    expect(lines.length).toBeGreaterThan(20)
  })
})
