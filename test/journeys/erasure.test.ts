import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { findTrailBreak } from '../../shared/trail/check.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { readTrail } from '../../shared/trail/read-store.ts'
import { writeWithTrail } from '../../shared/trail/store.ts'
import type { Erasure } from '../../shared/subject/erasure.ts'
import type { SubjectPage } from '../../shared/subject/subject.ts'
import { evidenceKey } from '../../shared/verification/report.ts'
import { clientSettings } from '../infra/emulator/environment.ts'
import type { ApiClient } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import { bucketOf, keptItems, keptPhotos } from '../support/stored-items.ts'

/** Values that stand nowhere else, so that finding one anywhere is finding the person. */
const person = {
  firstname: 'Plantedfirst',
  lastname: 'Plantedlast',
  phone: '+2348099112233',
  dob: '1961-10-01',
  email: 'planted@person.example',
}
const street = '77 Plantedstreet'
const customerReference = 'Plantedreference'
const idNumber = '55544433322'
const planted = [...Object.values(person), '+234 809 911 2233', street, customerReference, 'Plantedemployer']

const test = { organisationId: 1, mode: 'test' }
const live = { organisationId: 1, mode: 'live' }

const erase = async (command: object) =>
  (await world.administer({
    command: 'erase',
    ...command,
  })) as SubjectPage & { dryRun: boolean; erased: Erasure[] }

const itemsWith = async (values: readonly string[], named: string) =>
  (await keptItems(world, named)).filter(item => values.some(value => item.includes(value)))
/** What the table holds of this in a mode of the first organisation. */
const inMode = async (mode: string, values = planted) => {
  const tenant = `${world.organisationId}#${mode}#`
  return (await itemsWith(values, tenant)).filter(item => item.includes(`{"S":"${tenant}`))
}

const completed = async (caller: ApiClient, id: number, collection = 'addresses') =>
  eventually(
    async () => (await caller.get(`/v1/${collection}/${id}`)).body.status.state === 'COMPLETE',
    `the end of ${id}`,
  )

/** Four photos of an agent's: the sandbox's own are drawings that every verification shares. */
const photograph = async (organisationId: number, id: number) => {
  const s3 = new S3Client({ ...clientSettings(world.emulator), forcePathStyle: true })
  for (const photo of ['1.jpeg', '2.jpeg', '3.jpeg', '4.jpeg']) {
    const Key = evidenceKey({ organisationId, mode: 'test', id }, photo)
    await s3.send(new PutObjectCommand({ Bucket: bucketOf(world), Key, Body: 'a photo' }))
  }
}

const keyOf = (verificationId: number) =>
  ({ organisationId: world.organisationId, mode: 'test', verificationId }) as const

/** A trail in which somebody wrote of the person. */
const note = async (id: number) => {
  const key = keyOf(id)
  const facts = { comment: `${person.firstname} opened`, slot: 'exteriorPhotos.photo1' }
  await writeWithTrail(key, new Date().toISOString(), [
    { what: 'viewed', by: 'reviewer-1' },
    { what: 'reported', by: 'agent-1', facts },
  ])
}

const order = addressOrder({
  street,
  customerReference,
  applicantLink: true,
  applicant: { ...person, idNumber },
})
const key = { 'idempotency-key': 'key-1' }
const ids = { address: 0, again: 0, employment: 0, open: 0, stranger: 0, others: 0 }

const world = await joinWorld()
const client = await world.client()
const liveClient = await world.client('local-live')
const other = await world.client('other-test')
// One says again what it was sent, the other does so, fails, and wants it again when nobody here waits for it.
const echo = await world.receiver((_count, response, { body }) => response.writeHead(200).end(body))
const broken = await world.receiver((_count, response, { body }) =>
  response.writeHead(503, { 'retry-after': '7200' }).end(body),
)
for (const { url } of [echo, broken]) await client.post('/v1/webhooks', { url })
const employment = { ...person, phone: '+234 809 911 2233' }
const made = {
  address: await client.post('/v1/addresses', order, key),
  again: await client.post('/v1/addresses', order, { 'idempotency-key': 'key-2' }),
  employment: await client.post(
    '/v1/employments',
    employmentOrder({ employerName: 'Plantedemployer', applicant: employment }),
    { 'idempotency-key': 'key-3' },
  ),
  open: await liveClient.post('/v1/addresses', order),
  stranger: await client.post('/v1/addresses', addressOrder()),
  others: await other.post('/v1/addresses', order, key),
}
for (const [name, { body }] of Object.entries(made)) ids[name as keyof typeof ids] = body.id
expect(ids.again).toBe(ids.address)
const otherOrganisation = made.others.body.address.organisationId
await completed(client, ids.address)
await completed(client, ids.employment, 'employments')
await completed(client, ids.stranger)
await completed(other, ids.others)
await reachTable(world.emulator)
await note(ids.address)
await photograph(world.organisationId, ids.address)
await photograph(otherOrganisation, ids.others)
const attempts = async () => (await inMode('test', ['"attempt#'])).length
await eventually(async () => (await attempts()) === 6, 'two attempts of each event')

const partitionOf = (id: number) => `#verification#${`${id}`.padStart(16, '0')}`
const photosOf = async (id: number) => (await keptPhotos(world)).filter(photo => photo.includes(`/${id}/`))

const nothing = {
  records: 0,
  documents: 0,
  photos: 0,
  events: 0,
  attempts: 0,
  answers: 0,
  trail: 0,
  links: 0,
  contacts: 0,
  notes: 0,
  placeNotes: 0,
  disputes: 0,
  revisions: 0,
}
const gone = {
  ...nothing,
  records: 4,
  photos: 4,
  events: 1,
  attempts: 2,
  answers: 2,
  trail: expect.any(Number),
  links: 1,
}

describe('erasing a verification', () => {
  it('says in a dry run what would go, and touches nothing', async () => {
    const kept = async () => [
      (await itemsWith([''], partitionOf(ids.address))).map(item => JSON.parse(item)),
      await photosOf(ids.address),
    ]
    const before = await kept()
    const { dryRun, erased } = await erase({ ...test, verificationId: ids.address, dryRun: true })
    expect([dryRun, erased]).toEqual([
      true,
      [{ verificationId: ids.address, product: 'address', requestedAt: expect.any(String), ...gone }],
    ])
    expect(await kept()).toEqual(before)
  })

  it('removes record, assignment, bodies, receivers’ and kept answers, and photos', async () => {
    const link = (await client.get(`/v1/addresses/${ids.address}`)).body.address.exteriorPhotos.photo1
    expect((await fetch(link)).status).toBe(200)
    const { erased } = await erase({ ...test, verificationId: ids.address })
    expect(erased).toMatchObject([{ verificationId: ids.address, ...gone }])
    expect(await itemsWith(planted, `${ids.address}`)).toEqual([])
    expect(await photosOf(ids.address)).toEqual([])
    expect((await fetch(link)).status).toBeGreaterThanOrEqual(403)
    const { body } = await client.get(`/v1/addresses/${ids.stranger}`)
    expect((await fetch(body.address.exteriorPhotos.photo1)).status).toBe(200)
    expect(JSON.stringify(await itemsWith([''], partitionOf(ids.address)))).not.toMatch(
      /Simulated|Sandbox|idNumber|taskToken/,
    )
  })

  it('leaves the trail without its facts, and its chain is valid', async () => {
    const key = keyOf(ids.address)
    const trail = await readTrail(key)
    expect(findTrailBreak(key, trail, { isErased: true })).toBeUndefined()
    expect(findTrailBreak(key, trail)).toMatchObject({ kind: 'erasureUnproven' })
    const noted = eventsIn(trail).filter(({ what }) => what !== 'told')
    expect(noted.map(({ what, by, facts = null }) => [what, by, facts]).slice(-3)).toEqual([
      ['viewed', 'reviewer-1', null],
      ['reported', 'agent-1', null],
      ['erased', 'operator', {}],
    ])
  })

  it('leaves a tombstone with ids, outcome, times and price, and the line of its event', async () => {
    const [tombstone, ...others] = await itemsWith(['"erasedAt"'], partitionOf(ids.address))
    expect(others).toEqual([])
    expect(Object.keys(JSON.parse(tombstone!)).sort()).toEqual(
      'approvedAt erasedAt expiresAt id mode organisationId outcome pk price product requestedAt sk updatedAt'.split(
        ' ',
      ),
    )
    expect(JSON.parse(tombstone!)).toMatchObject({ outcome: { S: 'verified' }, price: { N: '2500' } })
    const events = (await client.get('/v1/events')).body.data as { verificationId: number }[]
    expect(events.map(({ verificationId }) => verificationId)).toContain(ids.address)
  })

  it('is 404 to its customer from then on, and stands in no list', async () => {
    const paths = [`/v1/addresses/${ids.address}`, `/v1/events/evt_${ids.address}_completed`]
    for (const path of paths) expect(await client.get(path)).toMatchObject({ status: 404 })
    expect(await client.post(`/v1/events/evt_${ids.address}_completed/resend`, {})).toMatchObject({
      status: 404,
    })
    expect(await client.delete(`/v1/addresses/${ids.address}`)).toMatchObject({ status: 404 })
    for (const query of ['', `?customerReference=${customerReference}`]) {
      const { data } = (await client.get(`/v1/addresses${query}`)).body
      expect(data.map(({ id }: { id: number }) => id)).not.toContain(ids.address)
    }
  })

  it('once more is harmless, and says so', async () => {
    const { erased } = await erase({ ...test, verificationId: ids.address })
    expect(erased).toMatchObject([
      { verificationId: ids.address, erasedBefore: expect.any(String), ...nothing, attempts: 0 },
    ])
  })

  it('lets the same be ordered anew, with the same key', async () => {
    const { status, body } = await client.post('/v1/addresses', order, key)
    expect([status, body.duplicateRequest]).toEqual([201, false])
    expect(body.id).not.toBe(ids.address)
    await completed(client, body.id)
  })
})

describe('erasing a person', () => {
  it('finds all that is theirs in one organisation and mode, by phone, and nothing else', async () => {
    // What is on its way at this very moment would be written down after it.
    const { data: endpoints } = (await client.get('/v1/webhooks')).body
    for (const { id } of endpoints) await client.patch(`/v1/webhooks/${id}`, { enabled: false })
    const before = await inMode('test', ['Ngozi'])
    const subject = { phone: '0809 911 2233' }
    const dry = await erase({ ...test, subject, dryRun: true })
    const { erased, next } = await erase({ ...test, subject })
    expect(dry).toMatchObject({ dryRun: true, erased, next })
    expect(erased.map(({ product }) => product).sort()).toEqual(['address', 'employment'])
    expect(next).toBe(null)
    expect(await inMode('test')).toEqual([])
    expect(await inMode('test', ['Ngozi'])).toHaveLength(before.length)
    expect((await client.get(`/v1/addresses/${ids.stranger}`)).status).toBe(200)
  })

  it('finds by id number what is still open, and ends the work without a word', async () => {
    const { erased } = await erase({ ...live, subject: { idNumber: '555 444 333 22' } })
    expect(erased.map(({ verificationId }) => verificationId)).toEqual([ids.open])
    expect([...(await inMode('test')), ...(await inMode('live'))]).toEqual([])
    await eventually(
      () => world.emulator.recorded.some(({ action }) => action === 'StopExecution'),
      'the end of the workflow',
    )
    expect((await liveClient.get('/v1/events')).body.data).toEqual([])
    const decide = { command: 'decide', ...live, verificationId: ids.open, outcome: 'verified' }
    await expect(world.administer(decide)).rejects.toThrow('there is no such verification')
  })

  it('touches no other organisation, whoever the person is there', async () => {
    const { status, body } = await other.get(`/v1/addresses/${ids.others}`)
    expect([status, body.applicant.lastname]).toEqual([200, person.lastname])
    expect((await photosOf(ids.others)).length).toBe(4)
    expect((await itemsWith(planted, `${otherOrganisation}#test#`)).length).toBeGreaterThanOrEqual(3)
    const replayed = await other.post('/v1/addresses', order, key)
    expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  })

  it('a second time finds nothing', async () => {
    const { erased, next } = await erase({ ...test, subject: { phone: person.phone, idNumber } })
    expect([erased, next]).toEqual([[], null])
  })
})

describe('erasing a look-up', () => {
  const nin = products[0]!
  const claim = { firstname: simulatedPerson.firstname, lastname: simulatedPerson.lastname }
  const [asked, waiting] = [nin.ending('131'), nin.ending('132')]
  const digestsOf = () => inMode('live', ['idNumberDigest', '"sealed"', '"body"'])

  it('removes its verdict by id, and what waits or was told late by id number', async () => {
    const { body } = await liveClient.post(nin.path(nin.ending('130')), claim)
    world.simulator.behave('error')
    const late = await liveClient.post(nin.path(asked), claim, { prefer: 'respond-async' })
    expect(late.status).toBe(202)
    world.simulator.behave('answer')
    const event = `/v1/events/evt_${late.body.id}_completed`
    await eventually(async () => (await liveClient.get(event)).status === 200, 'the late event')
    world.simulator.behave('error')
    const second = await liveClient.post(nin.path(waiting), claim, { prefer: 'respond-async' })
    expect(await digestsOf()).not.toEqual([])

    const byId = await erase({ ...live, verificationId: body.id })
    expect(byId.erased).toMatchObject([{ verificationId: body.id, product: 'nin', ...nothing }])
    const told = await erase({ ...live, subject: { idNumber: asked } })
    expect(told.erased).toMatchObject([{ verificationId: late.body.id, events: 1 }])
    const untold = await erase({ ...live, subject: { idNumber: waiting } })
    expect(untold.erased).toMatchObject([{ verificationId: second.body.id, events: 0 }])
    expect(await digestsOf()).toEqual([])
    expect((await liveClient.get(event)).status).toBe(404)
    for (const { id } of [body, late.body, second.body])
      expect((await liveClient.get(`/v1/identities/${id}`)).status).toBe(404)
    world.simulator.behave('answer')
  })
})

describe('erasing during a delivery', () => {
  it('sends nothing after it, and a repeat removes what the receiver answered meanwhile', async () => {
    const answers: (() => void)[] = []
    const slow = await world.receiver((_count, response, { body }) => {
      answers.push(() => response.writeHead(500).end(body))
    })
    await client.post('/v1/webhooks', { url: slow.url })
    const { body } = await client.post('/v1/addresses', { ...order, allowRevisit: true })
    const attempts = () => itemsWith(['"attempt#'], `evt_${body.id}_completed`)
    await eventually(() => answers.length === 1, 'the body to be under way')
    const { erased } = await erase({ ...test, verificationId: body.id })
    expect([erased[0]!.events, await attempts()]).toEqual([1, []])

    answers[0]!()
    const [attempt] = await eventually(async () => {
      const found = await attempts()
      return found.length > 0 && found
    }, 'the attempt to be written down')
    expect(attempt).toContain(person.lastname)
    const again = await erase({ ...test, verificationId: body.id })
    expect(again.erased).toMatchObject([{ ...nothing, attempts: 1, erasedBefore: expect.any(String) }])
    expect(await inMode('test')).toEqual([])
    // Its next try would come before that of whatever fails after it.
    const { id } = (await client.post('/v1/addresses', addressOrder({ street: '78 Road' }))).body
    const triesOf = (one: number) => slow.received.filter(({ id }) => id === `evt_${one}_completed`).length
    await eventually(() => triesOf(id) === 1, 'another body to be under way')
    answers[1]!()
    await eventually(() => triesOf(id) === 2, 'its next try')
    expect(triesOf(body.id)).toBe(1)
  })
})

it.each([
  [{ ...test }, /subject/],
  [{ ...test, subject: {} }, /subject/],
  [{ ...test, verificationId: 1, subject: { idNumber } }, /subject/],
  [{ ...test, subject: { phone: 'x' } }, /subject.phone/],
  [{ ...live, verificationId: 77 }, /no such verification/],
])('refuses %o', async (command, words) => {
  await expect(erase(command)).rejects.toThrow(words)
})

it('logs ids alone', () => {
  expect(world.logLines.some(line => line.includes('verification.erased'))).toBe(true)
  expect(world.logLines.filter(line => planted.some(value => line.includes(value)))).toEqual([])
})
