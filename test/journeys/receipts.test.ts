import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { eventKey } from '../../shared/event/kinds.ts'
import { nin } from '../../shared/identity/product/nin.ts'
import { database } from '../../shared/table/driver.ts'
import type { Trail } from '../../shared/trail/contract.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { trailKey } from '../../shared/trail/kinds.ts'
import { ClaimsWithInclusion, ReceiptClaims, receiptType } from '../../shared/receipt/contract.ts'
import { closeHours } from '../../shared/log/close-hours.ts'
import { verificationKey } from '../../shared/verification/kinds.ts'
import type { Verification } from '../../shared/verification/verification.ts'
import { type Answer, type ApiClient, call } from '../support/api-client.ts'
import { enrolledDevice } from '../support/capture.ts'
import { newClient } from '../support/clients.ts'
import { startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork, worker } from '../support/fieldwork.ts'
import { photograph, shot, stated, stepsOf } from '../support/live-visit.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import {
  brokenParts,
  claimsOf,
  fetchReceipt,
  kidOf,
  partOf,
  publishedKeys,
  verdicts,
  verifierText,
} from '../support/receipts.ts'
import { receivedEvent } from '../support/receiver.ts'
import { linesOf } from '../support/reports.ts'

/* Receipts as a customer files them: fetched, kept beside the event and the photos, and checked by the file we hand out. */

const folder = mkdtempSync(join(tmpdir(), 'receipts-test-'))

const world = await startWorld()
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})
await reachTable(world.emulator)
Object.assign(process.env, {
  API_URL: world.url,
  TRAIL_LOG_BUCKET: 'verification-local-trail-log-000000000000-us-east-1',
  RECEIPT_KEY_SECRET: 'verification-local-receipt-key',
})
const test = await world.client('local-test')
const live = await world.client('local-live')
const receiver = await world.receiver()
for (const client of [test, live])
  await client.post('/v1/webhooks', {
    url: `${receiver.url}/${client === live}`,
    events: ['address.*', 'employment.*', 'identity.*'],
  })

const keys = () => publishedKeys(world)
const bodyOf = async (id: number): Promise<Buffer> => {
  return Buffer.from((await receivedEvent(receiver, `evt_${id}_completed`)).body)
}
const receiptOf = (collection: string, id: number, by = test) => fetchReceipt(by, collection, id)
const trailOf = async (mode: 'test' | 'live', verificationId: number) =>
  (await world.administer({ command: 'trail', organisationId: 1, mode, verificationId })) as Trail

/** Runs the file as it is served, on files as they were saved. */
const verify = (...files: readonly string[]) =>
  new Promise<{ code: number; out: string }>(resolve => {
    execFile(process.execPath, ['verify.mjs', ...files], { cwd: folder }, (error, out) =>
      resolve({ code: Number(error?.code ?? 0), out }),
    )
  })
const save = (name: string, bytes: string | Uint8Array) => writeFileSync(join(folder, name), bytes)

/** A live visit of an agent with a telephone, approved by a reviewer. */
const visited = async (): Promise<number> => {
  const agent = await worker(world, 'receipt-agent', ['agent'])
  const reviewer = await worker(world, 'receipt-reviewer', ['agent', 'reviewer'])
  const device = await enrolledDevice(agent)
  const { latitude, longitude } = stated
  const order = addressOrder({ street: '3 Receipt Street', latitude, longitude })
  const { id, assignment } = await openWork(world, '/v1/addresses', order)
  const steps = stepsOf(assignment)
  await steps.claim(agent)
  // Of the slots of a kind the second one is used: the event counts what is there from 1.
  const shots = [
    shot('receipt', 'exteriorPhotos.photo2', { metres: 12 }),
    shot('receipt', 'interiorPhotos.photo1', { metres: 21 }),
  ]
  await photograph(agent, device, assignment, shots)
  await steps.report(agent, { findings: { addressExists: true, hadAccess: true, isThere: true } })
  await steps.decide(reviewer, { decision: 'approve' })
  return id
}

describe('a visit, from the order to an auditor', () => {
  let id: number
  let receipt: string

  it('has no receipt before it has ended', async () => {
    const { body } = await live.post('/v1/addresses', addressOrder({ street: '1 Receipt Street' }))
    const early = await live.get(`/v1/addresses/${body.id}/receipt`)
    expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([
      409,
      'not_final',
      '3600',
    ])
  })

  it('has one from the moment that its event comes, and the event’s line says where', async () => {
    id = await visited()
    await bodyOf(id)
    const { body } = await live.get(`/v1/events/evt_${id}_completed`)
    expect(body.receipt).toBe(`/v1/addresses/${id}/receipt?revision=1`)
    receipt = await receiptOf('addresses', id, live)
    expect(partOf(receipt, 0)).toEqual({ alg: 'EdDSA', kid: (await keys())[0]!.kid, typ: receiptType })
  })

  it('is claimed by ids, words, times and digests, and by nothing else', async () => {
    const claims = claimsOf(receipt)
    const { body: record } = await live.get(`/v1/addresses/${id}`)
    const { entries } = await trailOf('live', id)
    const events = eventsIn(entries)
    const told = events.find(({ what }) => what === 'told')!
    expect(claims).toEqual({
      iss: world.url,
      iat: Math.floor(Date.parse(record.address.updatedAt) / 1000),
      organisationId: 1,
      mode: 'live',
      verificationId: id,
      product: 'address',
      status: { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' },
      requestedAt: record.address.requestedAt,
      reportedAt: record.address.agentSubmittedAt,
      completedAt: record.address.updatedAt,
      registry: null,
      verdict: null,
      event: { id: `evt_${id}_completed`, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      photos: [
        ['exteriorPhotos.photo1', 12],
        ['interiorPhotos.photo1', 21],
      ].map(([slot, distanceMetres]) => ({
        slot,
        distanceMetres,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        takenAt: expect.stringMatching(/Z$/),
      })),
      rules: { transitions: 3, flags: 8 },
      trail: { n: told.n, digest: told.digest },
    })
    // A first decision says nothing of its number.
    const { revision: _, ...shape } = ReceiptClaims.def.shape
    expect(Object.keys(claims)).toEqual(Object.keys(shape))
    expect(events[events.indexOf(told) - 1]!.what).toBe('decided')
  })

  it('says of each photo where it was taken as the report says it', async () => {
    const { body: page } = await live.get(`/v1/addresses/${id}/report`)
    const away = linesOf(page).flatMap(line => /\d+ m from the stated position/.exec(line) ?? [])
    expect(away).toEqual(['12 m from the stated position', '21 m from the stated position'])
  })

  it('is checked by the file we serve, with what was delivered and what its links lead to', async () => {
    mkdirSync(join(folder, 'photos'))
    const event = await bodyOf(id)
    const { address } = JSON.parse(event.toString()).data
    for (const kind of ['exteriorPhotos', 'interiorPhotos']) {
      const picture = await fetch(address[kind].photo1)
      save(`photos/${kind}.photo1.jpeg`, Buffer.from(await picture.arrayBuffer()))
    }
    const served = await call(`${world.url}/v1/docs/verify.mjs`, 'GET')
    expect(served.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    save('verify.mjs', served.body)
    save('keys.json', JSON.stringify({ keys: await keys() }))
    save('receipt.jws', receipt)
    save('event.json', event)
    save('trail.json', JSON.stringify(await trailOf('live', id)))
    const { code, out } = await verify('receipt.jws', 'keys.json', 'event.json', 'photos', 'trail.json')
    expect(out.split('\n').map(line => line.split(':')[0])).toEqual([
      'proven     receipt',
      'proven     keys',
      'proven     event',
      ...['exteriorPhotos', 'interiorPhotos'].map(kind => `proven     photo ${kind}.photo1.jpeg`),
      `proven     trail entries 1 to ${claimsOf(receipt).trail!.n}`,
      'All that was given is proven.',
      '',
    ])
    expect(code).toBe(0)
  })

  it('is the same receipt, byte for byte, whatever people read of it since', async () => {
    const reviewer = await worker(world, 'receipt-reader', ['reviewer'])
    await reviewer.get(`/v1/operations/assignments/1-${id}`)
    expect((await trailOf('live', id)).entries.length).toBeGreaterThan(claimsOf(receipt).trail!.n)
    expect(await receiptOf('addresses', id, live)).toBe(receipt)
  })

  it('is nobody else’s', async () => {
    const other = await newClient(world, { organisationId: 2, mode: 'live', scopes: ['addresses'] })
    const ask = async (by: ApiClient, collection = 'addresses'): Promise<Answer> =>
      by.get(`/v1/${collection}/${id}/receipt`)
    for (const answer of [await ask(other), await ask(test), await ask(live, 'employments')])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  it('outlives its event, which is gone after 90 days', async () => {
    const key = eventKey({ organisationId: 1, mode: 'live' }, `evt_${id}_completed`)
    await database.write({ delete: key })
    expect(await receiptOf('addresses', id, live)).toBe(receipt)
  })

  it('is given no more once it is erased, and the one that was filed proves all but the facts that went', async () => {
    await world.administer({ command: 'erase', organisationId: 1, mode: 'live', verificationId: id })
    const erased = await live.get(`/v1/addresses/${id}/receipt`)
    expect([erased.status, erased.body.code]).toEqual([404, 'not_found'])
    save('erased-trail.json', JSON.stringify(await trailOf('live', id)))
    const files = ['receipt.jws', 'keys.json', 'event.json', 'photos', 'erased-trail.json']
    const { code, out } = await verify(...files)
    const told = out.split('\n').filter(line => !line.startsWith('proven '))
    expect([code, ...new Set(told.map(line => line.split(' ')[0]))]).toEqual([
      1,
      'unproven',
      'unknown',
      'Not',
      '',
    ])
    expect(told[0]).toContain('nothing that is signed names entry ')
  })
})

/** An employment whose hour was closed before the key was rotated. */
let closed: number

describe('a proof that a receipt’s trail is in the log', () => {
  let id: number
  let plain: string
  let proved: string
  let late: number
  const ask = (collection = 'addresses', of = id) =>
    test.get(`/v1/${collection}/${of}/receipt?inclusion=true`)
  const invoke = (name: string) => world.emulator.invoke(`verification-local-trust-${name}`, {})

  it('waits until the hour of its entry is closed, and says how long', async () => {
    id = (await test.post('/v1/addresses', addressOrder({ street: '7 Receipt Street' }))).body.id
    await bodyOf(id)
    plain = await receiptOf('addresses', id)
    closed = (await test.post('/v1/employments', employmentOrder())).body.id
    const { person, numbers } = nin.sandbox
    const claim = { firstname: person.firstname, lastname: person.lastname }
    const path = `/v1/ng/identities/nin/${numbers.late}`
    late = (await test.post(path, claim, { prefer: 'respond-async' })).body.id
    for (const other of [closed, late]) await bodyOf(other)
    await invoke('close-trails')
    const early = await ask()
    expect([early.status, early.body.code]).toEqual([409, 'not_final'])
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThanOrEqual(60)
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(5400)
    const wrong = await test.get(`/v1/addresses/${id}/receipt?inclusion=yes`)
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, 'query/inclusion'])
  })

  it('stands in the receipt from then on, and the file we serve follows it to its head', async () => {
    // As if it were two hours later.
    await closeHours(Date.now() + 7_200_000)
    const answer = await ask()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/jose'])
    proved = answer.body
    const { inclusion, ...claims } = ClaimsWithInclusion.parse(claimsOf(proved))
    expect(claims).toEqual(claimsOf(plain))
    expect(Object.keys(inclusion!)).toEqual(['hour', 'index', 'size', 'expiresAt', 'path', 'head'])
    const lines = verdicts({ receipt: proved, keys: await keys() })
    expect([lines.receipt, lines.head, lines.inclusion]).toEqual(['proven', 'proven', 'proven'])
    expect((await ask()).body).toBe(proved)
  })

  it('is for a look-up that was told late as well', async () => {
    const receipt = (await ask('identities', late)).body
    expect(claimsOf(receipt)).toMatchObject({ trail: { n: 1 }, inclusion: { path: expect.anything() } })
    expect(brokenParts({ receipt, keys: await keys() })).toEqual([])
  })

  it('changes nothing for who does not ask for it, and is none where there is no trail', async () => {
    expect(await receiptOf('addresses', id)).toBe(plain)
    const { person, numbers } = nin.sandbox
    const claim = { firstname: person.firstname, lastname: person.lastname }
    const lookup = await test.post(`/v1/ng/identities/nin/${numbers.exact}`, claim)
    const receipt = (await ask('identities', lookup.body.id)).body
    expect(claimsOf(receipt)).toMatchObject({ trail: null, inclusion: null })
    expect(brokenParts({ receipt, keys: await keys() })).toEqual([])
  })

  it('is against whoever takes the entry away: the log names it, to the operator and as an alarm', async () => {
    const { trail } = claimsOf(proved)
    const { hour } = ClaimsWithInclusion.parse(claimsOf(proved)).inclusion!
    const key = { organisationId: 1, mode: 'test', verificationId: id } as const
    expect(await world.administer({ command: 'checkTrailLog' })).toMatchObject({ findings: [] })
    await database.write({ delete: trailKey(key, id, trail!.n) })
    const { findings } = (await world.administer({ command: 'checkTrailLog', fromHour: hour })) as {
      findings: object[]
    }
    const why = 'the entry is not in the table any more'
    expect(findings).toEqual([{ ...key, hour, n: trail!.n, fault: 'missing', why }])
    await invoke('check-trails')
    const named = () => world.logLines.find(line => line.includes('trail-log.mismatch'))
    expect(await eventually(named, 'the line of it')).toContain(`${id}`)
    // The copy that was filed holds on.
    expect(brokenParts({ receipt: proved, keys: await keys() })).toEqual([])
  })
})

describe('a rotation of the key', () => {
  it('leaves the receipts of before as they are, and what becomes final later has the next key', async () => {
    const { body: address } = await test.post('/v1/addresses', addressOrder({ street: '5 Receipt Street' }))
    const event = await bodyOf(address.id)
    const before = await receiptOf('addresses', address.id)
    const next = (await world.administer({ command: 'rotateReceiptKey' })) as { kid: string; from: string }
    const published = await keys()
    expect(published.map(({ kid }) => kid)).toEqual([kidOf(before), next.kid])
    expect(await receiptOf('addresses', address.id)).toBe(before)
    expect(brokenParts({ receipt: before, keys: published, event })).toEqual([])
    const { body: employment } = await test.post('/v1/employments', employmentOrder())
    await bodyOf(employment.id)
    // As if it had ended ten minutes later.
    const tenant = { organisationId: 1, mode: 'test' } as const
    const key = verificationKey(tenant, employment.id)
    const { updatedAt } = (await database.get<Verification>(key))!
    await database.write({ update: key, set: { updatedAt: next.from } })
    const after = await receiptOf('employments', employment.id)
    expect(kidOf(after)).toBe(next.kid)
    expect(claimsOf(after)).toMatchObject({ product: 'employment', photos: [] })
    expect(brokenParts({ receipt: after, keys: published })).toEqual([])
    await database.write({ update: key, set: { updatedAt } })
  })

  it('leaves the proofs of before as they are: heads keep the key of their hour', async () => {
    const receipt = (await test.get(`/v1/employments/${closed}/receipt?inclusion=true`)).body
    const said = partOf(receipt, 1)
    expect([kidOf(receipt), kidOf(said.inclusion.head)]).toEqual([
      (await keys())[0]!.kid,
      (await keys())[0]!.kid,
    ])
    // Staff are given the same bytes.
    const staff = await worker(world, 'receipt-staff', ['operator'], 'test')
    const theirs = `/v1/operations/cases/${world.organisationId}-${closed}/receipt?inclusion=true`
    expect((await staff.get(theirs)).body).toBe(receipt)
  })
})

it('is checked by the file that is made from this repository, to the letter', async () => {
  expect((await call(`${world.url}/v1/docs/verify.mjs`, 'GET')).body).toBe(verifierText)
})
