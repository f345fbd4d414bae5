import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretOf } from '../../../infra/local/seed.ts'
import { stages } from '../../../infra/stages.ts'
import { generateId } from '../../../shared/table/id.ts'
import type { Outcome } from '../../../shared/verification/contract/outcome.ts'
import { address } from '../../../shared/verification/product/address.ts'
import { acceptVerification } from '../../../shared/verification/store.ts'
import { type ApiClient, call } from '../../support/api-client.ts'
import { quickly, startWorld, type World } from '../../support/environment.ts'
import { eventually } from '../../support/eventually.ts'
import { addressOrder } from '../../support/orders.ts'
import { reachTable } from '../../support/reach-table.ts'
import { openReceiver, type Received, type Receiver } from '../../support/receiver.ts'
import { openRestorableEngine, type PointInTime, pointInTime } from '../../support/restorable-engine.ts'
import { clientSettings } from '../emulator/environment.ts'
import { run } from './run.ts'

/*
 * The operator's guide to going back to a point in time, walked: what `restore plan` says, in its order, with the prod
 * stage's names. The emulator takes the place of the account.
 */

const folder = mkdtempSync(join(tmpdir(), 'verification-restore-'))
const data = join(folder, 'data')
const oldTable = 'verification-prod-data'
let world: World
let receiver: Receiver
let past: PointInTime

const settingsFor = (table: string, simulatedAgentDelaySeconds: number) => ({
  prefix: 'verification-prod',
  table,
  verification: { ...stages.local.verification, simulatedAgentDelaySeconds },
  webhooks: { ...quickly.webhooks!, retryScheduleSeconds: [6, 6, 6] },
})

/** The service on a table. The credentials that a command finds are those of whoever runs it. */
const serve = async (table: string, agentDelaySeconds: number): Promise<void> => {
  world = await startWorld({ dataDirectory: data, settings: settingsFor(table, agentDelaySeconds) })
  await reachTable(world.emulator)
}

const admin = async (words: string) => {
  const { code, out, err } = await run(`${words} --stage prod --json`)
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}

/** An order of an hour ago, as if it had gone so far then: what is younger may still be on its way, and is left alone. */
const plant = async (mode: 'test' | 'live', outcome: Outcome = 'accepted'): Promise<number> => {
  const ms = Date.now() - 3_600_000
  const id = generateId(ms, Math.random())
  const order = addressOrder({ street: `${id} Past Street` }) as never
  const by = { organisationId: 1, mode, clientId: `local-${mode}` }
  const context = { id, applicantId: id, ...by, now: new Date(ms).toISOString() }
  await acceptVerification({ ...address.order(order, context), outcome }, Date.now())
  return id
}

const isWaiting = (id: number, mode: string) => async () => {
  const shown = await run(
    `verifications show --organisation 1 --mode ${mode} --verification ${id} --stage prod --json`,
  )
  return JSON.parse(shown.out).work?.status === 'open'
}
const receivedOf = (id: number): readonly Received[] =>
  receiver.received.filter(one => one.id === `evt_${id}_completed`)
const decide = (id: number) =>
  admin(`verifications decide --organisation 1 --mode live --verification ${id} --outcome verified`)
const erase = (id: number) => admin(`erase --organisation 1 --mode live --verification ${id} --yes`)
const canSignIn = async (clientId: string): Promise<boolean> => {
  const body = { clientId, secret: secretOf(clientId) }
  return (await call(`${world.url}/v1/token`, 'POST', { body })).status === 200
}

/** By what became of them, before the point in time and after it. */
const ids = {} as Record<
  'told' | 'decided' | 'visited' | 'untold' | 'erased' | 'lost' | 'undelivered',
  number
>

const refuses = { id: 0 }
let live: ApiClient
let test: ApiClient

const signIn = async () => {
  live = await world.client('local-live')
  test = await world.client('local-test')
}

beforeAll(async () => {
  receiver = await openReceiver((_count, response, { id }) =>
    response.writeHead(id === `evt_${refuses.id}_completed` ? 500 : 200).end(),
  )
  await serve('data', 3600)
  await signIn()
  for (const client of [live, test]) await client.post('/v1/webhooks', { url: receiver.url })
  Object.assign(ids, { told: await plant('live'), decided: await plant('live'), erased: await plant('live') })
  ids.visited = await plant('test')
  for (const id of [ids.told, ids.decided, ids.erased]) await eventually(isWaiting(id, 'live'), `${id} live`)
  await eventually(isWaiting(ids.visited, 'test'), 'the visit to be waited for')
  for (const id of [ids.told, ids.erased]) await decide(id)
  for (const id of [ids.told, ids.erased])
    await eventually(() => receivedOf(id).length === 1, 'both to be told')
  ids.untold = await plant('live', 'verified')
  // The receiver's answers are noted behind them.
  await eventually(
    async () => (await live.get(`/v1/events/evt_${ids.erased}_completed`)).body.attempts.length === 1,
  )
  past = await pointInTime(world.emulator, oldTable)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe('after the point in time', () => {
  it('more happens: orders are decided, told, erased and accepted, and a client is removed', async () => {
    await decide(ids.decided)
    await test.post(`/v1/sandbox/verifications/${ids.visited}/complete`, { subStatus: 'VERIFIED' })
    await admin('reconcile --organisation 1 --mode live')
    for (const id of [ids.decided, ids.visited, ids.untold])
      await eventually(() => receivedOf(id).length === 1, `${id} to be told`)
    await erase(ids.erased)
    await admin('clients remove --client other-test --yes')
    ids.lost = (await test.post('/v1/addresses', addressOrder({ street: '1 Lost Street' }))).body.id
    await test.post(`/v1/sandbox/verifications/${ids.lost}/complete`, { subStatus: 'VERIFIED' })
    await eventually(() => receivedOf(ids.lost).length === 1, 'what will be lost to be told')
    ids.undelivered = (await test.post('/v1/addresses', addressOrder({ street: '2 Lost Street' }))).body.id
    refuses.id = ids.undelivered
    await test.post(`/v1/sandbox/verifications/${ids.undelivered}/complete`, { subStatus: 'VERIFIED' })
    await eventually(() => receivedOf(ids.undelivered).length > 0, 'the first attempt')
    await world[Symbol.asyncDispose]()
  })
})

describe('restoring', () => {
  it('restores and configures the table; repeated it continues, and then finds everything done', async () => {
    await using engine = await openRestorableEngine(join(data, 'tables.db'), past)
    process.env.AWS_ENDPOINT_URL_DYNAMODB = engine.endpoint
    const restore = `restore table --to ${past.at} --stage prod --json`
    const table = `${oldTable}-${suffix()}`
    expect(await run(restore)).toEqual({
      code: 4,
      out: '',
      err: `${table} is being restored: run the same command again later\n`,
    })
    const second = await run(restore)
    const fitted = ['stream', 'deletionProtection', 'timeToLive', 'pointInTimeRecovery']
    expect([second.code, second.err]).toEqual([0, ''])
    expect(JSON.parse(second.out)).toEqual({ table, setting: `data-${suffix()}`, fitted })
    const made = ['UpdateTable', 'UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups']
    expect(engine.changes).toEqual(['RestoreTableToPointInTime', ...made])
    expect(JSON.parse((await run(restore)).out).fitted).toEqual([])
    expect(engine.changes).toHaveLength(1 + made.length)
    delete process.env.AWS_ENDPOINT_URL_DYNAMODB
  })

  it('says beforehand what is to be done, in order', async () => {
    const { out } = await run(`restore plan --to ${past.at} --stage prod`)
    const steps = [...out.matchAll(/^\d\. (\w+)/gm)].map(([, verb]) => verb)
    expect(steps).toEqual(['Restore', 'Make', 'Deploy', 'Ten', 'Repeat'])
    expect(out).toContain(`\`table: 'data-${suffix()}'\` for prod`)
    expect(out).toContain(`takes ${oldTable}-${suffix()} in, and keeps ${oldTable}:`)
  })
})

const suffix = () => past.at.slice(0, 19).replace(/[-:]/g, '').toLowerCase()
const outcomeOf = async (client: ApiClient, id: number) => {
  const { status, body } = await client.get(`/v1/addresses/${id}`)
  return status === 200 ? body.status.subStatus : status
}

/** Messages of a queue, whether they are waiting, put off or in somebody's hands. */
const leftIn = async (queue: string): Promise<number> => {
  const settings = clientSettings(world.emulator)
  const sqs = new SQSClient({ ...settings, useQueueUrlAsEndpoint: false })
  const QueueUrl = `${settings.endpoint}/000000000000/verification-prod-${queue}`
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  )
  const names = ['', 'NotVisible', 'Delayed'].map(kind => `ApproximateNumberOfMessages${kind}`)
  return names.reduce((sum, name) => sum + Number((Attributes as Record<string, string>)[name] ?? 0), 0)
}

describe('the stage that lives on the restored table', () => {
  const heardBefore = new Map<number, readonly Received[]>()

  beforeAll(async () => {
    for (const id of Object.values(ids)) heardBefore.set(id, [...receivedOf(id)])
    refuses.id = 0
    await serve(`data-${suffix()}`, 0)
    await signIn()
  })

  it('has the records of that point in time', async () => {
    expect(await outcomeOf(live, ids.told)).toBe('VERIFIED')
    expect(await outcomeOf(live, ids.untold)).toBe('VERIFIED')
    expect(await outcomeOf(live, ids.decided)).toBe('IN PROGRESS')
    expect(await outcomeOf(test, ids.visited)).toBe('IN PROGRESS')
  })

  it('has lost later records, and their pending deliveries end without a request', async () => {
    expect([await outcomeOf(test, ids.lost), await outcomeOf(test, ids.undelivered)]).toEqual([404, 404])
    expect((await test.get(`/v1/events/evt_${ids.lost}_completed`)).status).toBe(404)
  })

  it('contains again what was erased and withdrawn since, until the erasures are repeated', async () => {
    expect(await outcomeOf(live, ids.erased)).toBe('VERIFIED')
    expect(await canSignIn('other-test')).toBe(true)
    const { erased } = await admin(`erasures list --since ${past.at}`)
    expect(erased.map(({ verificationId }: { verificationId: number }) => verificationId)).toEqual([
      ids.erased,
    ])
    const repeat = () => admin(`erasures repeat --since ${past.at} --yes`)
    const foundBy = async () => (await repeat()).erased.map(({ found }: { found: string }) => found)
    expect(await foundBy()).toEqual(['record'])
    // Its own erasure has been noted, too.
    expect(await foundBy()).toEqual(['tombstone'])
    await admin('clients remove --client other-test --yes')
    expect(await outcomeOf(live, ids.erased)).toBe(404)
    expect(await canSignIn('other-test')).toBe(false)
  })

  it('repairs on command what the restored records lack; people do the rest', async () => {
    const { stuck } = await admin('verifications stuck --organisation 1 --mode live')
    const lacking = stuck.filter(({ lacks }: { lacks: string[] }) => lacks.length > 0)
    expect(lacking.map(({ verificationId }: { verificationId: number }) => verificationId)).toEqual([
      ids.untold,
    ])
    await admin('reconcile')
    for (const id of [ids.untold, ids.visited])
      await eventually(() => receivedOf(id).length === 2, `${id} to be told again`)
    await decide(ids.decided)
    await eventually(() => receivedOf(ids.decided).length === 2, 'the decision to be told again')
  })

  it('reads new changes from the new table’s stream', async () => {
    const { body } = await test.post('/v1/addresses', addressOrder({ street: '3 New Street' }))
    await eventually(() => receivedOf(body.id).length === 1, 'a new order to be told')
  })

  it('has told nothing twice under a new id, and sends again only what was told since, as it was', async () => {
    const known = [ids.told, ids.decided, ids.visited, ids.untold, ids.erased]
    for (const id of known) {
      const about = receiver.received.filter(({ body }) => body.includes(`${id}`))
      expect(new Set(about.map(one => one.id)), `${id}`).toEqual(new Set([`evt_${id}_completed`]))
    }
    expect(receivedOf(ids.told)).toHaveLength(1)
    expect(receivedOf(ids.untold).map(({ body }) => body)).toEqual([
      heardBefore.get(ids.untold)![0]!.body,
      heardBefore.get(ids.untold)![0]!.body,
    ])
    expect(receivedOf(ids.lost)).toHaveLength(1)
    const failed = await admin('deliveries failed')
    expect(failed.queues.filter(({ deadLetters }: { deadLetters: number }) => deadLetters > 0)).toEqual([])
  })

  it('ignores deliveries of lost records', async () => {
    await eventually(async () => (await leftIn('deliveries')) === 0, 'the queue to be empty')
    expect(await leftIn('deliveries-dead-letters')).toBe(0)
    expect(receivedOf(ids.undelivered)).toEqual(heardBefore.get(ids.undelivered))
  })
})
