import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import {
  approve,
  decide,
  eventIdsOf,
  onceTold,
  openDisputes,
  planted,
  plantedElsewhere,
  reason,
  reject,
  trailOf,
  wordsOf,
  work,
} from '../support/disputes.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { visitReport } from '../support/fieldwork.ts'
import { employmentOrder } from '../support/orders.ts'
import { look } from '../support/pages.ts'
import { claimsOf, verifierText } from '../support/receipts.ts'
import { receivedEvent } from '../support/receiver.ts'
import { keptItems } from '../support/stored-items.ts'

/*
 * A decision that the customer objects to by the API. Another reviewer looks at it, upholds it or decides otherwise; what
 * was decided before stays as it was.
 */

const folder = mkdtempSync(join(tmpdir(), 'dispute-test-'))

const world = await joinWorld()
const { live, agent, reviewers, everything, approved } = await openDisputes(world)
const test = await world.client('local-test')
const events = ['address.*', 'employment.*']
await test.post('/v1/webhooks', { url: `${everything.url}/test`, events })
// What is sent to whoever asks for nothing.
const ends = await world.receiver()
for (const client of [live, test])
  await client.post('/v1/webhooks', { url: `${ends.url}/${client === live}` })
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

const receiptOf = async (id: number, query = '') =>
  (await live.get(`/v1/addresses/${id}/receipt${query}`)).body as string
const codesOf = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort()

describe('the customer objects, and another decision comes of it', () => {
  let it1: Awaited<ReturnType<typeof approved>>
  let before: Record<string, unknown>
  let firstReceipt: string
  let chargesBefore: unknown
  const dispute = {
    number: 1,
    revision: 1,
    raisedBy: 'customer',
    ground: 'evidence',
    reason: planted.customer,
    raisedAt: expect.stringMatching(/Z$/),
    dueAt: expect.stringMatching(/Z$/),
    state: 'open',
    concludedAt: null,
    remark: null,
  }

  beforeAll(async () => {
    it1 = await approved()
    before = (await live.get(it1.path)).body
    firstReceipt = await receiptOf(it1.id)
    chargesBefore = (await live.get('/v1/charges/lines?limit=1000')).body
  })

  it('of many at once one is raised, and those who say the same hear of it', async () => {
    const { id, path } = it1
    const first = await onceTold(() => live.post(`${path}/dispute`, reason))
    expect([first.status, first.body]).toEqual([201, { id, dispute }])
    const others = await Promise.all(
      [reason, reason, { reason: 'Something else.' }].map(body => live.post(`${path}/dispute`, body)),
    )
    expect(codesOf(others)).toEqual(['200', '200', '409 already_disputed'])
    expect(others[0]!.body).toEqual(first.body)
    const stranger = await world.client('other-test')
    for (const answer of [
      await stranger.post(`${path}/dispute`, reason),
      await test.post(`${path}/dispute`, reason),
      await live.post(`/v1/employments/${id}/dispute`, reason),
      await live.get(`/v1/employments/${id}/revisions`),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    const bad = await live.post(`${path}/dispute`, { reason: ' ', ground: 'spite' })
    expect(bad.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/reason', '/ground'])
  })

  it('leaves the record as it is while somebody looks at it', async () => {
    const { address: earlier, ...others } = before as { address: Record<string, unknown> }
    const { address, dispute: said, ...now } = (await live.get(it1.path)).body
    const { ground: _, reason: __, remark: ___, revision: ____, ...shown } = dispute
    expect(said).toEqual(shown)
    const { data: listed } = (await live.get('/v1/addresses?limit=100')).body
    expect(listed.find(({ id }: { id: number }) => id === it1.id).dispute).toEqual(shown)
    const photos = ['interiorPhotos', 'exteriorPhotos', 'extraPhotos']
    const steady = (record: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !photos.includes(name)))
    expect([now, steady(address)]).toEqual([others, steady(earlier)])
    expect(await receiptOf(it1.id)).toBe(firstReceipt)
    const { body } = await live.get(`${it1.path}/revisions`)
    expect(body.disputes).toEqual([dispute])
    expect(body.data).toHaveLength(1)
  })

  it('is shown to reviewers with the objection, and refused to whoever had a part in the decision', async () => {
    const [first, second] = reviewers
    const lineFor = async (by: ApiClient) =>
      eventually(async () => {
        const { body } = await by.get(`${work('').slice(0, -1)}?list=reported&limit=100`)
        return body.data.find(({ id }: { id: string }) => id === it1.disputed)
      }, 'the dispute to be listed')
    expect((await lineFor(first!)).waiting.disputed).toEqual({ by: 'customer', isBarred: true })
    expect((await lineFor(second!)).waiting.disputed).toEqual({ by: 'customer', isBarred: false })
    const { body } = await second!.get(work(it1.disputed))
    expect(body.review.objection).toEqual({
      by: 'customer',
      ground: 'evidence',
      reason: planted.customer,
      raisedAt: dispute.raisedAt,
      revision: 1,
      outcome: 'VERIFIED',
      decidedAt: expect.stringMatching(/Z$/),
      decidedBy: 'd-first',
      adminComment: null,
      flagsAnswer: 'A neighbour knows her, and called her.',
      againstFinding: null,
    })
    const refusals = [
      await first!.post(work(it1.disputed, '/claim')),
      await decide(first!, it1.disputed, reject),
      await first!.get(work(it1.disputed, '/trail')),
    ]
    expect(codesOf(refusals)).toEqual(Array(3).fill('403 decided_before'))
    expect(codesOf([await second!.post(work(it1.disputed, '/claim'))])).toEqual(['200'])
    expect(codesOf([await agent.post(work(it1.disputed, '/report'), visitReport())])).toEqual([
      '409 already_reported',
    ])
    const back = await decide(second!, it1.disputed, { decision: 'return', comment: 'Go again.' })
    expect(back.body.errors).toEqual([
      {
        pointer: '/decision',
        code: 'not_allowed',
        detail: 'A dispute cannot be returned: approve or reject.',
      },
    ])
  })

  it('becomes a rejection by two people, and of two who confirm at once one succeeds', async () => {
    const [, second, third, fourth] = reviewers
    expect(codesOf([await decide(second!, it1.disputed, reject)])).toEqual(['202'])
    expect(codesOf([await decide(second!, it1.disputed, reject)])).toEqual(['403 second_reviewer_needed'])
    const both = await Promise.all([third!, fourth!].map(by => decide(by, it1.disputed, reject)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = await decide(second!, it1.disputed, approve)
    expect([late.status, late.body.code]).toEqual([409, 'already_decided'])
  })

  it('shows the new decision, and charges nothing and gives nothing back', async () => {
    const { body } = await live.get(it1.path)
    expect([body.dispute.state, body.dispute.concludedAt]).toEqual(['revised', body.address.updatedAt])
    const { address } = before as { address: { price: number; approvedAt: string } }
    expect([body.status.subStatus, body.address.price, body.address.approvedAt]).toEqual([
      reject.reason,
      address.price,
      address.approvedAt,
    ])
    expect(address.price).toBeGreaterThan(0)
    expect(body.address.rejectedAt).toBe(body.address.updatedAt)
    expect((await live.get('/v1/charges/lines?limit=1000')).body).toEqual(chargesBefore)
  })

  it('tells those who asked for updates, once, and nobody else', async () => {
    const { id, path } = it1
    const event = `evt_${id}_updated_2`
    const { body, headers } = await receivedEvent(everything, event)
    const told = JSON.parse(`${body}`)
    const { address } = (await live.get(path)).body
    const { exteriorPhotos: _, interiorPhotos: __, extraPhotos: ___, ...said } = address
    expect(told).toMatchObject({ event: 'address', event_type: 'verification_updated', data: { id } })
    expect(told.data.address).toMatchObject(said)
    expect(headers['x-sequence']).toBe('4')
    const { body: line } = await live.get(`/v1/events/${event}`)
    expect([line.sequence, line.receipt]).toEqual([4, `${path}/receipt?revision=2`])
    expect(eventIdsOf(everything, id)).toEqual([`evt_${id}_started`, `evt_${id}_completed`, event])
    expect(eventIdsOf(ends, id)).toEqual([`evt_${id}_completed`])
  })

  it('has every revision to be read, each with its record and photos', async () => {
    const { path } = it1
    const { status, body } = await live.get(`${path}/revisions`)
    const [first, second] = body.data
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          number: 1,
          status: (before as { status: object }).status,
          dispute: null,
          decidedAt: (before as { address: { updatedAt: string } }).address.updatedAt,
          receipt: `${path}/receipt?revision=1`,
          address: first.address,
        },
        {
          number: 2,
          status: second.address.status,
          dispute: 1,
          decidedAt: second.address.updatedAt,
          receipt: `${path}/receipt?revision=2`,
          address: second.address,
        },
      ],
      disputes: [{ ...dispute, state: 'revised', concludedAt: second.decidedAt }],
    })
    expect([first.address.status.subStatus, second.address.status.subStatus]).toEqual([
      'VERIFIED',
      reject.reason,
    ])
  })

  it('has a receipt of each, the first one as it was to the byte, that anybody can check', async () => {
    const { id } = it1
    const second = await eventually(async () => {
      const receipt = await receiptOf(id)
      return typeof receipt === 'string' && receipt
    }, 'the receipt of the revision')
    expect(await receiptOf(id, '?revision=1')).toBe(firstReceipt)
    expect(await receiptOf(id, '?revision=2')).toBe(second)
    expect('revision' in claimsOf(firstReceipt)).toBe(false)
    const claims = claimsOf(second)
    expect([claims.revision, claims.event?.id, claims.status.subStatus]).toEqual([
      2,
      `evt_${id}_updated_2`,
      reject.reason,
    ])
    expect(claims.trail!.n).toBeGreaterThan(claimsOf(firstReceipt).trail!.n)
    const none = await live.get(`/v1/addresses/${id}/receipt?revision=3`)
    expect([none.status, none.body.code]).toEqual([404, 'not_found'])
    expect((await live.get(`/v1/addresses/${id}/receipt?revision=x`)).status).toBe(400)
    const { body } = await receivedEvent(everything, `evt_${id}_updated_2`)
    writeFileSync(join(folder, 'receipt.txt'), second)
    writeFileSync(join(folder, 'jwks.json'), await (await fetch(`${world.url}/v1/jwks.json`)).text())
    writeFileSync(join(folder, 'event.json'), `${body}`)
    writeFileSync(join(folder, 'verify.mjs'), verifierText)
    const files = ['receipt.txt', 'jwks.json', 'event.json']
    const { stdout } = await promisify(execFile)(process.execPath, ['verify.mjs', ...files], { cwd: folder })
    expect(stdout).toContain(`${reject.reason}, revision 2, `)
  })

  it('is told by the report, without a word of why and without a name', async () => {
    const { status, body } = await live.get(`${it1.path}/report`)
    expect(status).toBe(200)
    const page = body as string
    for (const said of [
      'Revision',
      'By you, ',
      'it was decided otherwise',
      'VERIFIED, ',
      'You objected to the decision.',
    ])
      expect(page).toContain(said)
    for (const unsaid of [planted.customer, 'd-first', 'd-second', 'd-third'])
      expect(page).not.toContain(unsaid)
  })

  it('is in the trail by ids alone, and the trail is valid', async () => {
    const trail = await trailOf(world, it1.id)
    expect(trail.broken).toBeNull()
    const said = wordsOf(trail).filter(({ what }) => ['disputed', 'staged', 'revised', 'told'].includes(what))
    const of = { dispute: 1, revision: 1 }
    expect(said.map(({ what, facts }) => ({ what, facts }))).toEqual([
      {
        what: 'told',
        facts: expect.objectContaining({ eventId: `evt_${it1.id}_completed`, transitions: 3 }),
      },
      { what: 'disputed', facts: { outcome: 'verified', ...of, ground: 'evidence' } },
      { what: 'staged', facts: { outcome: 'notInResidence', againstFinding: 'evidence' } },
      { what: 'revised', facts: { outcome: 'notInResidence', ...of, againstFinding: 'evidence' } },
      { what: 'told', facts: expect.objectContaining({ eventId: `evt_${it1.id}_updated_2` }) },
    ])
    expect(JSON.stringify(trail)).not.toContain(planted.customer)
  })

  it('can be disputed in its turn, by none of those who decided so far', async () => {
    const again = await onceTold(() => live.post(`${it1.path}/dispute`, { reason: 'And now?' }))
    expect([again.status, again.body.dispute.number, again.body.dispute.revision]).toEqual([201, 2, 2])
    const refused = await Promise.all(
      reviewers.slice(0, 2).map(by => decide(by, `${it1.assignment}-d2`, approve)),
    )
    expect(codesOf(refused)).toEqual(Array(2).fill('403 decided_before'))
  })

  it('goes with an erasure, whole', async () => {
    const command = { command: 'erase', organisationId: 1, mode: 'live', verificationId: it1.id }
    expect(await world.administer(command)).toMatchObject({ erased: [{ disputes: 2, revisions: 1 }] })
    for (const path of ['', '/revisions', '/receipt'])
      expect((await live.get(`${it1.path}${path}`)).status).toBe(404)
    expect((await live.post(`${it1.path}/dispute`, reason)).status).toBe(404)
    expect((await reviewers[3]!.get(work(`${it1.assignment}-d2`))).status).toBe(404)
    expect((await look(it1.link)).status).toBe(410)
    expect((await keptItems(world)).filter(item => item.includes(planted.customer))).toEqual([])
  })
})

describe('in test mode', () => {
  it('the sandbox concludes a dispute as it is told to', async () => {
    const { body } = await test.post('/v1/employments', employmentOrder({ allowRevisit: true }))
    const path = `/v1/employments/${body.id}`
    await receivedEvent(everything, `evt_${body.id}_completed`)
    const raised = await onceTold(() => test.post(`${path}/dispute`, { reason: 'They left in May.' }))
    expect([raised.status, raised.body.dispute.ground]).toEqual([201, 'other'])
    const complete = (subStatus: string) =>
      test.post(`/v1/sandbox/verifications/${body.id}/complete`, { subStatus })
    expect((await complete('FAILED - DETAILS MISMATCH')).status).toBe(202)
    expect((await complete('FAILED - DETAILS MISMATCH')).status).toBe(202)
    expect((await complete('VERIFIED')).body.code).toBe('already_decided')
    await receivedEvent(everything, `evt_${body.id}_updated_2`)
    const { data, disputes } = (await test.get(`${path}/revisions`)).body
    expect(data.map(({ status }: { status: { subStatus: string } }) => status.subStatus)).toEqual([
      'VERIFIED',
      'FAILED - DETAILS MISMATCH',
    ])
    expect(disputes[0].remark).toBe('Simulated.')
    const again = await onceTold(() => test.post(`${path}/dispute`, { reason: 'They left in May.' }))
    expect([again.status, again.body.dispute.revision]).toEqual([201, 2])
    expect((await complete('FAILED - DETAILS MISMATCH')).status).toBe(202)
    expect(
      (await test.get(`${path}/revisions`)).body.disputes.map(({ state }: { state: string }) => state),
    ).toEqual(['revised', 'upheld'])
  })
})

it('puts nobody’s words into a log, a queue, a workflow or an event', () => {
  expect(plantedElsewhere(world, everything)).toEqual([])
})
