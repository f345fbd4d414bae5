import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastMessages, type SentMessage } from '../../infra/emulator/messages.ts'
import { stages } from '../../infra/stages.ts'
import type { Trail } from '../../shared/trail/contract.ts'
import type { ReceiptClaims } from '../../shared/trust/receipt/contract.ts'
import type { ApiClient } from '../support/api-client.ts'
import { onceTold } from '../support/disputes.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { reportedWork, visitReport, worker } from '../support/fieldwork.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { canaries } from '../support/planted-values.ts'
import { verifierFile } from '../support/receipts.ts'
import type { Receiver } from '../support/receiver.ts'
import { keptItems } from '../support/stored-items.ts'

/*
 * A decision that somebody objects to: the customer by the API, the applicant by their link. Another reviewer looks at it,
 * upholds it or decides otherwise; what was decided before stays as it was.
 */

const { text } = canaries()
const planted = { customer: text('Customers'), applicant: text('Applicants') }

let world: World
let live: ApiClient
let test: ApiClient
let agent: ApiClient
let reviewers: readonly ApiClient[]
let everything: Receiver
let ends: Receiver
const folder = mkdtempSync(join(tmpdir(), 'dispute-test-'))

beforeAll(async () => {
  world = await startWorld({
    settings: { fieldwork: { ...stages.local.fieldwork, fourEyes: true, backCheckShare: 0 } },
  })
  live = await world.client('local-live')
  test = await world.client('local-test')
  agent = await worker(world, 'd-agent', ['agent'])
  reviewers = await Promise.all(
    ['d-first', 'd-second', 'd-third', 'd-fourth'].map(id => worker(world, id, ['agent', 'reviewer'])),
  )
  everything = await world.receiver()
  ends = await world.receiver()
  for (const client of [live, test]) {
    const name = client === live ? 'live' : 'test'
    await client.post('/v1/webhooks', {
      url: `${everything.url}/${name}`,
      events: ['address.*', 'employment.*'],
    })
    // What is sent to whoever asks for nothing.
    await client.post('/v1/webhooks', { url: `${ends.url}/${name}` })
  }
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const work = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`
const approve = { decision: 'approve' }
const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE' }
const reason = { reason: planted.customer, ground: 'evidence' }
const decide = (by: ApiClient, assignment: string, decision: object) =>
  by.post(work(assignment, '/decision'), decision)

const toldOf = (receiver: Receiver, id: number) =>
  receiver.received.filter(one => `${one.id}`.startsWith(`evt_${id}_`)).map(one => `${one.id}`)
const untilTold = (receiver: Receiver, id: string) =>
  eventually(() => receiver.received.find(one => one.id === id), id)

const receiptOf = async (id: number, query = '') =>
  (await live.get(`/v1/addresses/${id}/receipt${query}`)).body as string
const claimsOf = (receipt: string): ReceiptClaims =>
  JSON.parse(Buffer.from(receipt.split('.')[1]!, 'base64url').toString())
const trailOf = async (verificationId: number, mode = 'live') =>
  (await world.administer({ command: 'trail', organisationId: 1, mode, verificationId })) as Trail
const wordsOf = ({ entries }: Trail) => entries.map(({ what, by, facts }) => ({ what, by, facts }))
const codesOf = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort()

let streets = 0
/** Approved by the first reviewer, told, with a link for the applicant. */
const approved = async () => {
  const street = `${++streets} Disputed Road`
  const order = addressOrder({ street, applicantLink: true, allowRevisit: true })
  let made: Awaited<ReturnType<typeof reportedWork>>
  const message = await messageAfter(async () => {
    made = await reportedWork(world, agent, visitReport(), '/v1/addresses', order)
  })
  const { id, assignment } = made!
  await decide(reviewers[0]!, assignment, approve)
  await untilTold(everything, `evt_${id}_completed`)
  return {
    id,
    street,
    link: linkIn(message),
    assignment,
    disputed: `${assignment}-d1`,
    path: `/v1/addresses/${id}`,
  }
}

/** The next message that somebody outside is sent. */
const messageAfter = async (act: () => Promise<void>) => {
  const count = () => lastMessages(world.region.outboxFolder, 1000).length
  const before = count()
  await act()
  await eventually(() => count() > before, 'a message')
  return lastMessages(world.region.outboxFolder, 1000)[0]!
}
const linkIn = ({ text: said }: { readonly text: string }) => /http\S+/.exec(said)![0]

const look = async (link: string) => {
  const response = await fetch(link, { headers: { 'sec-fetch-dest': 'document' }, redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}
const say = async (link: string, form: Record<string, string>) => {
  const body = new URLSearchParams({ object: 'yes', ...form })
  const response = await fetch(link, { method: 'POST', body, redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}

describe('the customer objects, and another decision comes of it', () => {
  let it1: Awaited<ReturnType<typeof approved>>
  let before: Record<string, unknown>
  let firstReceipt: string
  let chargesBefore: unknown
  const dispute = {
    ...{ number: 1, revision: 1, raisedBy: 'customer', ground: 'evidence', reason: planted.customer },
    ...{ raisedAt: expect.stringMatching(/Z$/), dueAt: expect.stringMatching(/Z$/), state: 'open' },
    ...{ concludedAt: null, remark: null },
  }

  beforeAll(async () => {
    it1 = await approved()
    before = (await live.get(it1.path)).body
    firstReceipt = await receiptOf(it1.id)
    chargesBefore = (await live.get('/v1/charges')).body
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
    const { address, ...now } = (await live.get(it1.path)).body
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
        const { body } = await by.get(`${work('').slice(0, -1)}?list=reported`)
        return body.data.find(({ id }: { id: string }) => id === it1.disputed)
      }, 'the dispute to be listed')
    expect((await lineFor(first!)).waiting.disputed).toEqual({ by: 'customer', isBarred: true })
    expect((await lineFor(second!)).waiting.disputed).toEqual({ by: 'customer', isBarred: false })
    const { body } = await second!.get(work(it1.disputed))
    expect(body.review.objection).toEqual({
      ...{ by: 'customer', ground: 'evidence', reason: planted.customer, raisedAt: dispute.raisedAt },
      ...{ revision: 1, outcome: 'VERIFIED', decidedAt: expect.stringMatching(/Z$/) },
      ...{ decidedBy: 'd-first', adminComment: null },
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
        detail: 'A dispute is decided by what is there: approve or reject.',
      },
    ])
  })

  it('turns to the negative by two people, and of two who confirm at once one does', async () => {
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
    const { address } = before as { address: { price: number; approvedAt: string } }
    expect([body.status.subStatus, body.address.price, body.address.approvedAt]).toEqual([
      reject.reason,
      address.price,
      address.approvedAt,
    ])
    expect(address.price).toBeGreaterThan(0)
    expect(body.address.rejectedAt).toBe(body.address.updatedAt)
    expect((await live.get('/v1/charges')).body).toEqual(chargesBefore)
  })

  it('tells those who asked for updates, once, and nobody else', async () => {
    const { id, path } = it1
    const event = `evt_${id}_updated_2`
    const { body, headers } = await untilTold(everything, event)
    const told = JSON.parse(`${body}`)
    const { address } = (await live.get(path)).body
    const { exteriorPhotos: _, interiorPhotos: __, extraPhotos: ___, ...said } = address
    expect(told).toMatchObject({ event: 'address', event_type: 'verification_updated', data: { id } })
    expect(told.data.address).toMatchObject(said)
    expect(headers['x-sequence']).toBe('4')
    const { body: line } = await live.get(`/v1/events/${event}`)
    expect([line.sequence, line.receipt]).toEqual([4, `${path}/receipt?revision=2`])
    expect(toldOf(everything, id)).toEqual([`evt_${id}_started`, `evt_${id}_completed`, event])
    expect(toldOf(ends, id)).toEqual([`evt_${id}_completed`])
  })

  it('has every revision to be read, each with its record and photos', async () => {
    const { path } = it1
    const { status, body } = await live.get(`${path}/revisions`)
    const [first, second] = body.data
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          ...{ number: 1, status: (before as { status: object }).status, dispute: null },
          ...{ decidedAt: (before as { address: { updatedAt: string } }).address.updatedAt },
          ...{ receipt: `${path}/receipt?revision=1`, address: first.address },
        },
        {
          ...{ number: 2, status: second.address.status, dispute: 1, decidedAt: second.address.updatedAt },
          ...{ receipt: `${path}/receipt?revision=2`, address: second.address },
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
    const { body } = await untilTold(everything, `evt_${id}_updated_2`)
    writeFileSync(join(folder, 'receipt.txt'), second)
    writeFileSync(join(folder, 'jwks.json'), await (await fetch(`${world.url}/v1/jwks.json`)).text())
    writeFileSync(join(folder, 'event.json'), `${body}`)
    writeFileSync(join(folder, 'verify.mjs'), await readFile(verifierFile))
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

  it('stands in the trail by ids alone, and the trail holds', async () => {
    const trail = await trailOf(it1.id)
    expect(trail.broken).toBeNull()
    const said = wordsOf(trail).filter(({ what }) => ['disputed', 'staged', 'revised', 'told'].includes(what))
    const of = { dispute: 1, revision: 1 }
    expect(said.map(({ what, facts }) => ({ what, facts }))).toEqual([
      {
        what: 'told',
        facts: expect.objectContaining({ eventId: `evt_${it1.id}_completed`, transitions: 2 }),
      },
      { what: 'disputed', facts: { outcome: 'verified', ...of, ground: 'evidence' } },
      { what: 'staged', facts: { outcome: 'notInResidence' } },
      { what: 'revised', facts: { outcome: 'notInResidence', ...of } },
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
    const key = { organisationId: 1, mode: 'live', verificationId: it1.id }
    const command = { command: 'erase', ...key }
    const { erased } = (await world.administer(command)) as { erased: Record<string, number>[] }
    expect([erased[0]!.disputes, erased[0]!.revisions]).toEqual([2, 1])
    for (const path of ['', '/revisions', '/receipt'])
      expect((await live.get(`${it1.path}${path}`)).status).toBe(404)
    expect((await live.post(`${it1.path}/dispute`, reason)).status).toBe(404)
    expect((await reviewers[3]!.get(work(`${it1.assignment}-d2`))).status).toBe(404)
    expect((await look(it1.link)).status).toBe(410)
    expect((await keptItems(world)).filter(item => item.includes(planted.customer))).toEqual([])
  })
})

describe('the applicant objects by their link', () => {
  let it2: Awaited<ReturnType<typeof approved>>
  let letter: SentMessage
  /** Which of the reviewers was first. */
  let upholder = 0
  beforeAll(async () => {
    it2 = await approved()
  })

  it('is shown how it ended, and nothing of staff', async () => {
    const { status, text } = await look(it2.link)
    expect(status).toBe(200)
    expect(text).toContain(`We confirmed that you live at ${it2.street}, Ikeja.`)
    expect(text).toContain('Send my objection')
    for (const unsaid of ['d-first', 'd-agent', 'neighbor']) expect(text).not.toContain(unsaid)
  })

  it('is asked again for what is missing, with what was written', async () => {
    const { status, text } = await say(it2.link, { reason: planted.applicant })
    expect(status).toBe(400)
    expect(text).toContain('Please choose one of these.')
    expect(text).toContain(planted.applicant)
  })

  it('is taken once, however often it is sent', async () => {
    const form = { ground: 'wrongDetails', reason: `${planted.applicant}\r\nin two lines` }
    const first = await eventually(async () => {
      const answer = await say(it2.link, form)
      return answer.text.includes('in a moment') ? undefined : answer
    }, 'the end to be told')
    const twice = await say(it2.link, form)
    expect([first.status, twice.status]).toEqual([303, 303])
    const { status, text } = await look(it2.link)
    expect([status, text.includes('is looking at it again'), text.includes('Send my objection')]).toEqual([
      200,
      true,
      false,
    ])
    const refused = await live.post(`${it2.path}/dispute`, reason)
    expect([refused.status, refused.body.code]).toEqual([409, 'already_disputed'])
    const { body } = await reviewers[1]!.get(work(it2.disputed))
    expect(body.review.objection).toMatchObject({
      by: 'applicant',
      reason: `${planted.applicant} in two lines`,
    })
  })

  it('is upheld by another reviewer: nothing changes, no event is told, and both read what came of it', async () => {
    const before = (await live.get(it2.path)).body.address.updatedAt
    const decision = { ...approve, adminComment: 'The photos show it.' }
    letter = await messageAfter(async () => {
      const answers = await Promise.all([
        decide(reviewers[1]!, it2.disputed, decision),
        decide(reviewers[2]!, it2.disputed, approve),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      upholder = 1 + answers.findIndex(({ status }) => status === 200)
    })
    expect((await live.get(it2.path)).body.address.updatedAt).toBe(before)
    const { body } = await live.get(`${it2.path}/revisions`)
    expect(body.data).toHaveLength(1)
    expect(body.disputes).toEqual([
      {
        ...{ number: 1, revision: 1, raisedBy: 'applicant', ground: 'wrongDetails', reason: null },
        ...{ raisedAt: expect.any(String), dueAt: expect.any(String), state: 'upheld' },
        concludedAt: expect.any(String),
        remark: body.disputes[0].remark,
      },
    ])
    const { status, text } = await look(it2.link)
    expect([status, text.includes('It stays as it is.'), text.includes('Send my objection')]).toEqual([
      200,
      true,
      false,
    ])
    expect((await say(it2.link, { ground: 'other', reason: 'Once more.' })).status).toBe(409)
    expect(wordsOf(await trailOf(it2.id)).map(({ what }) => what)).toContain('upheld')
  })

  it('is answered by a message, which says nothing of what came of it and leads there', async () => {
    const { text: said, ...message } = letter
    expect(message).toEqual({
      channel: 'sms',
      from: expect.any(String),
      to: expect.any(String),
      at: expect.any(String),
    })
    expect(said).toBe(
      `Somebody has looked again at the check to which you objected (Local organisation asked us to check your address). What came of it: ${linkIn(letter)} Not for you? Please ignore it.`,
    )
    const [shown, known] = [await look(linkIn(letter)), await look(it2.link)]
    expect([shown.status, shown.text, linkIn(letter) === it2.link]).toEqual([200, known.text, false])
    const trail = await trailOf(it2.id)
    expect(trail.broken).toBeNull()
    expect(wordsOf(trail).slice(-2)).toEqual([
      { what: 'upheld', by: expect.any(String), facts: { outcome: 'verified', dispute: 1, revision: 1 } },
      { what: 'linkSent', by: 'service', facts: { purpose: 'objection', number: 1, channel: 'sms' } },
    ])
  })

  it('leaves the customer theirs to the same decision, of whose end nobody else is written to', async () => {
    const customers = await onceTold(() => live.post(`${it2.path}/dispute`, reason))
    expect([customers.status, customers.body.dispute.number]).toEqual([201, 2])
    const others = reviewers.filter((_, index) => index > 0 && index !== upholder)
    expect((await decide(others[0]!, `${it2.assignment}-d2`, reject)).status).toBe(202)
    expect((await decide(others[1]!, `${it2.assignment}-d2`, reject)).status).toBe(200)
    await untilTold(everything, `evt_${it2.id}_updated_2`)
    expect(toldOf(everything, it2.id)).toEqual([
      `evt_${it2.id}_started`,
      `evt_${it2.id}_completed`,
      `evt_${it2.id}_updated_2`,
    ])
    expect(wordsOf(await trailOf(it2.id)).filter(({ what }) => what === 'linkSent')).toHaveLength(2)
  })

  it('may be made again to what is new, by the link of the message', async () => {
    const { status, text } = await look(linkIn(letter))
    expect([status, text.includes('this is the new result'), text.includes('Send my objection')]).toEqual([
      200,
      true,
      true,
    ])
    const form = { ground: 'other', reason: planted.applicant }
    expect((await say(linkIn(letter), form)).status).toBe(303)
    expect((await look(it2.link)).text).toContain('is looking at it again')
    await world.administer({ command: 'erase', organisationId: 1, mode: 'live', verificationId: it2.id })
    expect((await look(linkIn(letter))).status).toBe(410)
  })
})

describe('in test mode', () => {
  it('the sandbox concludes a dispute as it is told to', async () => {
    const { body } = await test.post('/v1/employments', employmentOrder({ allowRevisit: true }))
    const path = `/v1/employments/${body.id}`
    await untilTold(everything, `evt_${body.id}_completed`)
    const raised = await onceTold(() => test.post(`${path}/dispute`, { reason: 'They left in May.' }))
    expect([raised.status, raised.body.dispute.ground]).toEqual([201, 'other'])
    const complete = (subStatus: string) =>
      test.post(`/v1/sandbox/verifications/${body.id}/complete`, { subStatus })
    expect((await complete('FAILED - DETAILS MISMATCH')).status).toBe(202)
    expect((await complete('FAILED - DETAILS MISMATCH')).status).toBe(202)
    expect((await complete('VERIFIED')).body.code).toBe('already_decided')
    await untilTold(everything, `evt_${body.id}_updated_2`)
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
  const values = Object.values(planted)
  const elsewhere = [
    world.logLines.join('\n'),
    ...world.region.recorded.filter(({ service }) => service !== 'dynamodb').map(({ body }) => body),
    ...everything.received.map(({ body }) => `${body}`),
  ].join('\n')
  expect(values.filter(value => elsewhere.includes(value))).toEqual([])
})
