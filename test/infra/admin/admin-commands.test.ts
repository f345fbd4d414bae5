import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminCommands, stageCommands } from '../../../infra/admin/admin-commands.ts'
import { announce } from '../../../infra/local/announcement.ts'
import { scopes } from '../../../shared/scopes.ts'
import { generateId } from '../../../shared/table/id.ts'
import type { Outcome } from '../../../shared/verification/contract/outcome.ts'
import { address } from '../../../shared/verification/product/address.ts'
import { acceptVerification } from '../../../shared/verification/store.ts'
import { type ApiClient, apiClient, call } from '../../support/api-client.ts'
import { startWorld, type World } from '../../support/environment.ts'
import { eventually } from '../../support/eventually.ts'
import { queueUrl } from '../../support/names.ts'
import { addressOrder } from '../../support/orders.ts'
import { reachTable } from '../../support/reach-table.ts'
import type { Receiver } from '../../support/receiver.ts'
import { signIn } from '../../support/sign-in.ts'
import { clientSettings } from '../emulator/environment.ts'
import { type Ended, run } from './run.ts'

let world: World
let client: ApiClient
let receiver: Receiver
let port: string
/** every command that a test of this file has done. */
const done = new Set<string>()

beforeAll(async () => {
  world = await startWorld()
  port = new URL(world.url).port
  announce(world.region)
  reachTable(world.region)
  client = await world.client()
  receiver = await world.receiver()
  await client.post('/v1/webhooks', { url: receiver.url })
})
afterAll(() => world[Symbol.asyncDispose]())

/** A command on the emulator. */
const admin = (command: string, ...words: readonly string[]): Promise<Ended> => {
  done.add(command)
  return run([...command.split(' '), ...words, '--port', port])
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
const answered = async (command: string, ...words: readonly string[]): Promise<any> => {
  const { code, out, err } = await admin(command, ...words, '--json')
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}
const acme = ['--organisation', '1', '--mode', 'test']

const completed = async (street: string): Promise<number> => {
  const { body } = await client.post('/v1/addresses', addressOrder({ street }))
  await eventually(() => receiver.received.some(({ id }) => id === `evt_${body.id}_completed`))
  return body.id
}
const receivedOf = (id: number) => receiver.received.filter(one => one.id.startsWith(`evt_${id}_`))

/** What a function's line says, behind the function's name. */
const logged = (line: string) => JSON.parse(line.slice(line.indexOf('{'))).message

/** An order of so many hours ago, as if it had gone so far then. */
const plant = async (mode: 'test' | 'live', hoursAgo: number, outcome: Outcome = 'accepted') => {
  const ms = Date.now() - hoursAgo * 3_600_000
  const now = new Date(ms).toISOString()
  const id = generateId(ms, Math.random())
  const order = addressOrder({ street: `${id} Planted Street` }) as never
  const verification = address.order(order, { id, applicantId: id, organisationId: 1, mode, now })
  await acceptVerification({ ...verification, outcome }, Date.now())
  return { id, now }
}

it('lists the keys that what is kept of persons is sealed with, and has another take over', async () => {
  const [first, ...others] = (await answered('data-keys list')).keys
  // The first organisation of a stage made it.
  expect([first.n, others]).toEqual([1, []])
  const next = await answered('data-keys rotate')
  expect(next).toEqual({ n: 2, createdAt: expect.any(String), from: expect.any(String) })
  expect(Date.parse(next.from) - Date.parse(next.createdAt)).toBe(600_000)
  expect((await admin('data-keys rotate')).err).toContain(`already, at ${next.from}`)
  expect((await answered('data-keys list')).keys).toEqual([first, next])
})

it('shows the keys of receipts, rotates them once at a time, and says that one was in wrong hands', async () => {
  expect(await answered('receipt-keys list')).toEqual({ keys: [] })
  expect((await admin('receipt-keys rotate')).err).toMatch(/there is no key yet/)
  await client.get(`/v1/addresses/${await completed('1 Key Street')}/receipt`)
  const [first] = (await answered('receipt-keys list')).keys
  const next = await answered('receipt-keys rotate')
  expect((await admin('receipt-keys rotate')).err).toContain(`already, at ${next.from}`)
  const since = '2026-11-22T00:00:00Z'
  const { keys } = await answered('receipt-keys distrust', '--kid', first.kid, '--since', since)
  expect(keys).toEqual([{ ...first, until: next.from, compromisedSince: '2026-11-22T00:00:00.000Z' }, next])
  const nobody = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'
  expect(await admin('receipt-keys distrust', '--kid', nobody, '--since', since)).toMatchObject({
    code: 1,
    err: '--kid: there is no such key\n',
  })
})

it('says where news of an organisation’s endpoints goes, and takes it back', async () => {
  const address = async () =>
    (await answered('organisations list')).organisations.find(({ id }: { id: number }) => id === 1)
      .alertAddress
  const alerts = ['--organisation', '1']
  expect(await answered('organisations alerts', ...alerts, '--mail', 'ops@acme.example')).toEqual({
    organisationId: 1,
    alertAddress: 'ops@acme.example',
  })
  expect(await address()).toBe('ops@acme.example')
  expect((await admin('organisations alerts', ...alerts, '--mail', 'ops, boss')).code).toBe(1)
  expect(await answered('organisations alerts', ...alerts)).toEqual({ organisationId: 1, alertAddress: null })
  expect(await address()).toBeUndefined()
  expect((await admin('organisations alerts', '--organisation', '999')).err).toContain('no such organisation')
})

it('makes organisations and lists them, as a table or exactly as the function answers', async () => {
  const made = await answered('organisations create', '--name', 'Umbrella Corporation')
  expect(made).toEqual({
    id: expect.any(Number),
    name: 'Umbrella Corporation',
    createdAt: expect.any(String),
  })
  const listed = await admin('organisations list', '--json')
  const answer = await world.administer({ command: 'listOrganisations' })
  expect(listed).toEqual({ code: 0, out: `${JSON.stringify(answer, null, 2)}\n`, err: '' })
  const table = await admin('organisations list')
  const [head, first] = table.out.split('\n')
  expect(head).toMatch(/^id +name +createdAt +alertAddress$/)
  expect(first).toMatch(/^1 +Local organisation +\d{4}-/)
  expect(table.out).toContain('Umbrella Corporation')
  const refused = await admin('organisations create', '--name', 'Umbrella \u001b[31m')
  expect(refused).toEqual({ code: 1, out: '', err: '--name: Expected text without control characters.\n' })
})

it('makes a client, whose secret is shown once and logged nowhere', async () => {
  const made = await answered(
    'clients create',
    ...acme,
    '--scopes',
    'addresses,webhooks',
    '--client',
    'made-1',
  )
  const { secret, ...shown } = made
  expect(shown).toEqual({
    clientId: 'made-1',
    organisationId: 1,
    mode: 'test',
    scopes: ['addresses', 'webhooks'],
  })
  expect((await (await apiClient(world.url, 'made-1', secret)).get('/v1/addresses')).status).toBe(200)
  const again = await admin('clients create', ...acme, '--scopes', 'addresses', '--client', 'made-1')
  expect(again).toEqual({ code: 1, out: '', err: '--client: this client exists\n' })
  const lines = world.logLines.filter(line => line.includes('made-1') && line.includes('admin.command'))
  expect(lines).toHaveLength(1)
  expect(logged(lines[0]!)).toMatchObject({
    ...{
      event: 'admin.command',
      action: 'createClient',
      clientId: 'made-1',
      organisationId: 1,
      mode: 'test',
    },
  })
  expect(world.logLines.filter(line => line.includes(secret))).toEqual([])
  const { clients } = await answered('clients list', '--organisation', '1')
  expect(clients.find(({ clientId }: { clientId: string }) => clientId === 'made-1')).toEqual({
    ...shown,
    createdAt: expect.any(String),
    secretsMadeAt: [expect.any(String)],
  })
  const table = await admin('clients list', '--organisation', '1')
  expect(table.out).not.toMatch(/secret\b|digest/)
  for (const line of table.out.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  for (const scope of scopes) expect(table.out).toContain(scope)
})

it('changes what a client may do, rotates its secret twice and ends its tokens twice', async () => {
  const { secret } = await answered('clients create', ...acme, '--scopes', 'addresses', '--client', 'made-2')
  const changed = await answered('clients scopes', '--client', 'made-2', '--scopes', 'employments')
  expect(changed).toEqual({ clientId: 'made-2', scopes: ['employments'] })
  const granted = await apiClient(world.url, 'made-2', secret)
  expect((await granted.get('/v1/employments')).status).toBe(200)
  expect((await granted.get('/v1/addresses')).status).toBe(403)

  const rotated = await answered('clients rotate', '--client', 'made-2')
  const last = await answered('clients rotate', '--client', 'made-2')
  expect(new Set([secret, rotated.secret, last.secret]).size).toBe(3)
  const signedIn = async (given: string) =>
    (await call(`${world.url}/v1/token`, 'POST', { body: { clientId: 'made-2', secret: given } })).status
  expect([await signedIn(secret), await signedIn(rotated.secret), await signedIn(last.secret)]).toEqual([
    401, 200, 200,
  ])

  const revoked = await apiClient(world.url, 'made-2', last.secret)
  expect(await answered('clients revoke', '--client', 'made-2')).toEqual({ clientId: 'made-2' })
  expect(await answered('clients revoke', '--client', 'made-2')).toEqual({ clientId: 'made-2' })
  expect((await revoked.get('/v1/employments')).status).toBe(401)
  const nobody = { code: 1, out: '', err: '--client: there is no such client\n' }
  expect(await admin('clients scopes', '--client', 'nobody', '--scopes', 'addresses')).toEqual(nobody)
  expect(await admin('clients rotate', '--client', 'nobody')).toEqual(nobody)
  expect(await admin('clients revoke', '--client', 'nobody')).toEqual(nobody)
})

it('says which client would be removed, removes it with --yes, and once more is harmless', async () => {
  const { secret } = await answered('clients create', ...acme, '--scopes', 'addresses', '--client', 'made-3')
  const dry = await admin('clients remove', '--client', 'made-3')
  expect(dry.code).toBe(0)
  expect(dry.out).toMatch(/^dryRun +true\nclientId +made-3\n/)
  expect(dry.err).toBe(
    'Nothing was removed: this shows what would be removed. clients remove … --yes removes it.\n',
  )
  const signIn = async () =>
    (await call(`${world.url}/v1/token`, 'POST', { body: { clientId: 'made-3', secret } })).status
  expect(await signIn()).toBe(200)
  const gone = { code: 0, out: 'clientId  made-3\n', err: '' }
  expect(await admin('clients remove', '--client', 'made-3', '--yes')).toEqual(gone)
  expect(await admin('clients remove', '--client', 'made-3', '--yes')).toEqual(gone)
  expect(await signIn()).toBe(401)
  expect((await admin('clients remove', '--client', 'made-3')).err).toBe(
    '--client: there is no such client\n',
  )
})

it('lists what the stage charges, and the version of the list', async () => {
  const { out } = await admin('prices list')
  expect(out).toMatch(/^product +priceNgn\n/)
  expect(out).toMatch(/^address +\d+$/m)
  expect(out).toMatch(/^version +"[0-9a-f]{12}"$/m)
})

it('limits what a client may spend, shows it, and lets it spend again, each twice', async () => {
  const capped = ['--client', 'made-4']
  await answered('clients create', ...acme, '--scopes', 'addresses', ...capped)
  const month = new Date().toISOString().slice(0, 7)
  const spent = { clientId: 'made-4', month, used: 0, spent: 0 }
  for (const _ of [1, 2])
    expect(await answered('clients cap', ...capped, '--amount', '500000')).toEqual({
      ...{ ...spent, spendCap: 500_000 },
    })
  expect(await answered('clients spend', ...capped)).toEqual({ ...spent, spendCap: 500_000 })
  expect((await admin('clients list', '--organisation', '1')).out).toMatch(/^made-4 .*500000/m)
  for (const _ of [1, 2]) expect(await answered('clients uncap', ...capped)).toEqual({ clientId: 'made-4' })
  expect(await answered('clients spend', ...capped)).toEqual({ ...spent, spendCap: null })
  const nobody = { code: 1, out: '', err: '--client: there is no such client\n' }
  expect(await admin('clients cap', '--client', 'nobody', '--amount', '1')).toEqual(nobody)
  expect(await admin('clients uncap', '--client', 'nobody')).toEqual(nobody)
  expect(await admin('clients spend', '--client', 'nobody')).toEqual(nobody)
  expect((await admin('clients cap', ...capped, '--amount', '-1')).code).toBe(2)
})

it('says what was charged in a month: by product, or every line, for people, scripts and spreadsheets', async () => {
  const id = await completed('7 Charged Street')
  const { prices, version } = await answered('prices list')
  const { priceNgn: amount } = prices.find(({ product }: { product: string }) => product === 'address')
  const month = ['--month', new Date().toISOString().slice(0, 7)]
  const { lines } = await answered('ledger', ...acme, ...month)
  const own = lines.find(({ verificationId }: { verificationId: number }) => verificationId === id)
  const { chargedAt, ...charged } = own
  expect(charged).toEqual({
    ...{ organisationId: 1, mode: 'test', verificationId: id, product: 'address', rule: 'decided' },
    ...{ end: 'verified', amount, currency: 'NGN', priceList: version, clientId: 'local-test' },
  })
  const { out } = await admin('ledger', ...acme, ...month)
  const ofAddresses = lines.filter(({ product }: { product: string }) => product === 'address')
  const count = ofAddresses.length
  expect(out).toMatch(new RegExp(`^address +${count} +${count * amount}$`, 'm'))
  const csv = await admin('ledger', ...acme, ...month, '--csv')
  const rows = csv.out.trimEnd().split('\r\n')
  expect([csv.code, csv.err, rows.length]).toEqual([0, '', lines.length + 1])
  expect(rows.find(row => row.includes(`,${id},`))).toMatch(
    new RegExp(
      `^${chargedAt},1,test,${id},address,verified,decided,"People .*",${amount},NGN,${version},local-test$`,
    ),
  )
  expect(await admin('ledger', ...acme, '--month', '2020-01')).toEqual({ code: 0, out: 'none\n', err: '' })
  expect((await admin('ledger', ...acme, ...month, '--csv', '--json')).err).toBe('--csv: not beside --json\n')
  expect((await admin('prices list', '--csv')).err).toBe('--csv: prices list knows no such option\n')
})

it('adds people, signs them out, disables them and lets them in again, each twice', async () => {
  await admin('people add', '--person', 'agent-9', '--group', 'agent')
  const person = await signIn(world, 'agent-9')
  const who = ['--person', 'agent-9']
  const listed = async () => {
    const { people } = await answered('people list')
    return people.find(({ personId }: { personId: string }) => personId === 'agent-9')
  }
  expect(await listed()).toEqual({ personId: 'agent-9', roles: ['agent'], signedInAt: expect.any(String) })
  for (const command of ['people sign-out', 'people sign-out', 'people disable', 'people disable'])
    expect(await answered(command, ...who)).toEqual({ personId: 'agent-9' })
  expect((await person.get('/v1/session')).status).toBe(401)
  expect(await listed()).toHaveProperty('disabledAt')
  await expect(signIn(world, 'agent-9')).rejects.toThrow('was not signed in')
  for (const command of ['people enable', 'people enable'])
    expect(await answered(command, ...who)).toEqual({ personId: 'agent-9' })
  await signIn(world, 'agent-9')
  expect((await admin('people disable', '--person', 'nobody')).err).toBe(
    '--person: nobody has signed in as this person\n',
  )
  const atStage = await admin('people add', ...who, '--group', 'agent', '--stage', 'prod')
  expect(atStage.code).toBe(1)
  expect(atStage.err).toContain(
    'aws cognito-idp admin-add-user-to-group --user-pool-id $POOL --username agent-9',
  )
})

it('shows what became of a verification, and nothing of a person', async () => {
  const id = await completed('1 Shown Street')
  const shown = await answered('verifications show', ...acme, '--verification', `${id}`)
  expect(shown).toMatchObject({
    ...{ organisationId: 1, mode: 'test', verificationId: id, product: 'address', outcome: 'verified' },
    subStatus: 'VERIFIED',
    events: [{ eventId: `evt_${id}_completed`, createdAt: expect.any(String) }],
  })
  expect(JSON.stringify(shown)).not.toMatch(/Shown Street|Ngozi|Adeyemi|0803|order-1/)
  const lookUp = await client.post('/v1/ng/identities/nin/63184876213', {
    firstname: 'Bunch',
    lastname: 'Dillon',
  })
  const { body } = lookUp
  expect(await answered('verifications show', ...acme, '--verification', `${body.id}`)).toMatchObject({
    verificationId: body.id,
    product: 'nin',
  })
  expect(await admin('verifications show', ...acme, '--verification', '7')).toEqual({
    ...{ code: 1, out: '' },
    err: '--verification: there is no such verification or look-up\n',
  })
})

it('finds what is stuck and what is late, and sets going what can be', async () => {
  expect(await admin('verifications stuck', ...acme)).toEqual({ code: 0, out: 'none\n', err: '' })
  const untold = await plant('test', 1, 'verified')
  const { stuck } = await answered('verifications stuck', ...acme)
  expect(stuck).toEqual([
    {
      ...{ verificationId: untold.id, product: 'address', outcome: 'verified', isLate: false },
      dueAt: new Date(Date.parse(untold.now) + 48 * 3_600_000).toISOString(),
      lacks: ['event', 'workflow'],
    },
  ])
  const reconciling = [{ organisationId: 1, mode: 'test' }]
  expect(await answered('reconcile', ...acme)).toEqual({ reconciling })
  expect(await answered('reconcile', ...acme)).toEqual({ reconciling })
  await eventually(() => receivedOf(untold.id).length > 0)
  await eventually(async () => (await answered('verifications stuck', ...acme)).stuck.length === 0)
  expect(receivedOf(untold.id).map(({ id }) => id)).toEqual([`evt_${untold.id}_completed`])
  expect((await answered('reconcile')).reconciling.length).toBeGreaterThan(2)
  expect((await admin('reconcile', '--organisation', '99')).err).toBe(
    '--organisation: there is no such organisation\n',
  )
})

it('decides in a reviewer’s place what is late, once', async () => {
  const live = ['--organisation', '1', '--mode', 'live']
  const late = await plant('live', 60)
  await eventually(async () => {
    const { stuck } = await answered('verifications stuck', ...live)
    return (
      stuck.length === 1 &&
      stuck[0].verificationId === late.id &&
      stuck[0].lacks.length === 0 &&
      stuck[0].isLate
    )
  })
  const { out } = await admin('verifications stuck', ...live)
  expect(out).toMatch(new RegExp(`^${late.id} +address +accepted +\\S+ +true +-$`, 'm'))
  const decide = [...live, '--verification', `${late.id}`, '--outcome']
  const decided = await answered('verifications decide', ...decide, 'noAccess', '--comment', 'Gate closed')
  expect(decided).toEqual({ verificationId: late.id, outcome: 'noAccess' })
  expect(await admin('verifications decide', ...decide, 'verified')).toEqual({
    ...{ code: 1, out: '' },
    err: '--verification: too late. It is complete: CANNOT ACCESS ADDRESS.\n',
  })
  expect((await admin('verifications decide', ...decide, 'detailsMismatch')).err).toBe(
    '--outcome: address cannot be decided so\n',
  )
})

it('shows where events go and sends anew what did not arrive', async () => {
  const { endpoints } = await answered('deliveries endpoints', ...acme)
  expect(endpoints).toEqual([
    { endpointId: expect.any(Number), url: receiver.url, enabled: true, events: expect.any(Array) },
  ])
  const endpoint = ['--endpoint', `${endpoints[0].endpointId}`]
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const recovered = await answered('deliveries recover', ...acme, ...endpoint, '--since', since)
  expect(recovered).toEqual({ endpointId: endpoints[0].endpointId, since, until: expect.any(String) })
  expect((await admin('deliveries recover', ...acme, ...endpoint, '--since', since)).code).toBe(0)
  const refused = (...words: string[]) =>
    admin('deliveries recover', ...acme, ...words).then(({ err }) => err)
  expect(await refused(...endpoint, '--since', '2026-01-01T00:00Z')).toBe(
    '--since: attempts are kept 30 days\n',
  )
  expect(await refused('--endpoint', '9', '--since', since)).toBe('--endpoint: there is no such endpoint\n')
  expect(await refused(...endpoint, '--since', since, '--until', since)).toMatch(
    /^--since: expected a time before/,
  )
})

it('puts what a queue gave up on back into it, whole, and finds nothing the second time', async () => {
  const id = await completed('2 Redriven Street')
  const { endpoints } = await answered('deliveries endpoints', ...acme)
  const letter = {
    ...{
      organisationId: 1,
      mode: 'test',
      eventId: `evt_${id}_completed`,
      endpointId: endpoints[0].endpointId,
    },
    ...{ attempt: 2, firstAttempt: 2, notBeforeMs: 0 },
  }
  const sqs = new SQSClient({ ...clientSettings(world.region), useQueueUrlAsEndpoint: false })
  const QueueUrl = queueUrl(world.region, 'deliveries-dead-letters')
  const message = { QueueUrl, MessageBody: JSON.stringify(letter), MessageGroupId: '1-test' }
  await sqs.send(new SendMessageCommand(message))
  const failed = async () => {
    const { queues } = await answered('deliveries failed')
    return Object.fromEntries(
      queues.map(({ queue, deadLetters }: { queue: string; deadLetters: number }) => [queue, deadLetters]),
    )
  }
  expect(await failed()).toMatchObject({
    deliveries: 1,
    'slow-deliveries': 0,
    completions: 0,
    reconciliations: 0,
  })
  expect(await answered('deliveries redrive', '--queue', 'deliveries')).toEqual({
    queue: 'deliveries',
    moved: 1,
    left: 0,
  })
  await eventually(() => receivedOf(id).length === 2)
  expect(await answered('deliveries redrive', '--queue', 'deliveries')).toEqual({
    queue: 'deliveries',
    moved: 0,
    left: 0,
  })
  expect((await failed()).deliveries).toBe(0)
  expect((await admin('deliveries redrive', '--queue', 'mail')).err).toMatch(
    /^--queue: expected one of completions, /,
  )
})

it('does so for every queue there is', async () => {
  const sqs = new SQSClient({ ...clientSettings(world.region), useQueueUrlAsEndpoint: false })
  const { queues } = await answered('deliveries failed')
  expect(queues.length).toBeGreaterThan(6)
  for (const { queue } of queues as { queue: string }[]) {
    const isFifo = queue === 'slow-deliveries'
    // It says nothing to its consumer, which leaves it in the queue.
    const message = {
      QueueUrl: queueUrl(world.region, `${queue}-dead-letters${isFifo ? '.fifo' : ''}`),
      MessageBody: '{}',
      MessageGroupId: '1-test',
      ...(isFifo && { MessageDeduplicationId: 'one' }),
    }
    await sqs.send(new SendMessageCommand(message))
    expect(await answered('deliveries redrive', '--queue', queue)).toEqual({ queue, moved: 1, left: 0 })
    expect(await answered('deliveries redrive', '--queue', queue)).toEqual({ queue, moved: 0, left: 0 })
  }
})

it('says what an erasure would remove, removes it with --yes, and once more finds it gone', async () => {
  const id = await completed('3 Erased Street')
  const one = [...acme, '--verification', `${id}`]
  const dry = await admin('erase', ...one)
  expect(dry.code).toBe(0)
  expect(dry.out).toMatch(new RegExp(`^${id} +address +1 `, 'm'))
  expect(dry.err).toBe('Nothing was removed: this shows what would be removed. erase … --yes removes it.\n')
  expect((await client.get(`/v1/addresses/${id}`)).status).toBe(200)
  const { dryRun, erased } = await answered('erase', ...one, '--yes')
  expect([dryRun, erased.length, erased[0].events]).toEqual([false, 1, 1])
  expect((await client.get(`/v1/addresses/${id}`)).status).toBe(404)
  const again = await answered('erase', ...one, '--yes')
  expect(again.erased[0]).toMatchObject({ verificationId: id, events: 0, erasedBefore: expect.any(String) })
  const person = await admin('erase', ...acme, '--phone', '0803 123 4567', '--json')
  expect(person.code).toBe(0)
  expect(JSON.parse(person.out)).toMatchObject({ dryRun: true })
  expect(JSON.parse(person.out).erased.length).toBeGreaterThan(0)
  expect((await admin('erase', ...acme)).err).toMatch(
    /^subject: give a verificationId, or the phone or idNumber of a person\n$/,
  )
  const lines = world.logLines.filter(line => line.includes('admin.command') && line.includes(`${id}`))
  expect(lines.map(line => logged(line).result)).toEqual(['dry-run', undefined, undefined])
})

it('finds a person, exports what is kept, and knows what was erased, to erase it once more', async () => {
  const since = new Date().toISOString()
  const [id, other] = [await completed('5 Exported Street'), await completed('6 Exported Street')]
  const found = await answered('find', ...acme, '--phone', '0803 123 4567')
  const idsOf = (list: readonly { readonly verificationId: number }[]) =>
    list.map(({ verificationId }) => verificationId)
  expect(idsOf(found.found)).toEqual(expect.arrayContaining([id, other]))
  expect(found.next).toBe(null)
  const none = { code: 1, out: '', err: '--verification: there is no such verification or look-up\n' }
  expect(await admin('find', ...acme, '--verification', '7')).toEqual(none)

  const out = join(tmpdir(), `export-${id}.zip`)
  const one = [...acme, '--verification', `${id}`]
  const exported = await admin('export', ...one, '--out', out)
  expect([exported.code, exported.err]).toEqual([0, ''])
  expect(exported.out).toMatch(/^verificationId +product +requestedAt +files +bytes +erasedAt\n/)
  expect(exported.out).not.toContain('Exported Street')
  expect(readFileSync(out).subarray(0, 2).toString()).toBe('PK')
  expect((await admin('export', ...one, '--out', out)).err).toBe(
    `${out} is there already, and is not written over\n`,
  )
  rmSync(out)
  expect(await admin('export', ...acme, '--verification', '7', '--out', out)).toEqual(none)
  expect(existsSync(out)).toBe(false)

  await answered('erase', ...one, '--yes')
  const { erased } = await answered('erasures list', '--since', since)
  expect(erased).toEqual([
    { organisationId: 1, mode: 'test', verificationId: id, erasedAt: expect.any(String) },
  ])
  const [mark] = erased
  for (const words of [[], ['--yes'], ['--yes']]) {
    const { code, out } = await admin('erasures repeat', '--since', since, '--json', ...words)
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { dryRun: words.length === 0, erased: [{ ...mark, found: 'tombstone' }] },
    ])
  }
  expect((await client.get(`/v1/addresses/${other}`)).status).toBe(200)
})

it('shows a trail, and checks it once it is saved', async () => {
  const { body } = await (await world.client('local-live')).post(
    '/v1/addresses',
    addressOrder({ street: '4 Trail Street' }),
  )
  const live = ['--organisation', '1', '--mode', 'live', '--verification', `${body.id}`]
  await admin('verifications decide', ...live, '--outcome', 'verified')
  const saved = await admin('trail show', ...live, '--json')
  const file = join(tmpdir(), `trail-${body.id}.json`)
  writeFileSync(file, saved.out)
  const checked = await answered('trail check', '--file', file)
  expect(checked).toEqual({ ok: true, entries: 1, last: expect.stringMatching(/^1:[0-9a-f]{64}$/) })
  expect(await admin('trail check', '--file', file, '--place', checked.last)).toEqual({
    ...{ code: 0, err: '' },
    out: `ok, 1 entry\n${checked.last}\n`,
  })
  writeFileSync(file, saved.out.replace('"decided"', '"cancelled"'))
  expect(await admin('trail check', '--file', file)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^broken at entry 1/),
  })
  expect((await admin('trail show', ...live)).out).toMatch(/^n +at +what +by\n1 +\S+ +decided +operator\n/)
})

it('checks the log of the trails, and names what somebody laid over it', async () => {
  await world.region.invoke('verification-local-trust-close-trails', {})
  // Once more, when it goes on from the head that is there.
  await world.region.invoke('verification-local-trust-close-trails', {})
  const { out, ...ended } = await admin('trail-log check')
  expect([ended, out]).toEqual([
    { code: 0, err: '' },
    expect.stringMatching(/^ok, \d+ hours, \d+ entries\n$/),
  ])
  const s3 = new S3Client({ ...clientSettings(world.region), forcePathStyle: true })
  const Bucket = 'verification-local-trail-log-000000000000-us-east-1'
  const { Versions } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'heads/' }))
  const [{ Key }] = Versions as [{ Key: string }]
  await s3.send(new DeleteObjectCommand({ Bucket, Key }))
  const hour = Key.slice('heads/'.length, -'.jws'.length)
  const why = 'a later version, or a mark of deletion, was laid over its head'
  const found = { code: 1, out: '', err: `${hour} (covered): ${why}\n` }
  expect(await admin('trail-log check')).toEqual(found)
  expect(await admin('trail-log check', '--from-hour', hour)).toEqual(found)
  expect((await admin('trail-log check', '--from-hour', '2026-01-01T00')).out).toBe(
    'ok, 0 hours, 0 entries\n',
  )
  expect(await admin('trail-log check', '--from-hour', 'today')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--from-hour: expected an hour in UTC, as 2026-11-22T09'),
  })
})

it('ends with 3 where a stage is not there, or cannot be reached', async () => {
  expect(await run('organisations list --stage dev')).toEqual({
    ...{ code: 3, out: '' },
    err: 'the stage dev is not there: it is not deployed in this account and region\n',
  })
  process.env.AWS_ENDPOINT_URL_LAMBDA = 'http://127.0.0.1:1'
  expect(await run('organisations list --stage dev')).toEqual({
    ...{ code: 3, out: '' },
    err: 'the stage dev cannot be reached: ECONNREFUSED\n',
  })
  delete process.env.AWS_ENDPOINT_URL_LAMBDA
})

it('has done every command here but those that make a table, or are for a stage as a whole', () => {
  const ofStages = Object.keys(stageCommands)
  const others = (words: string) => !words.startsWith('restore ') && !ofStages.includes(words)
  const here = adminCommands.map(({ name }) => name).filter(others)
  expect(here.filter(words => !done.has(words))).toEqual([])
})
