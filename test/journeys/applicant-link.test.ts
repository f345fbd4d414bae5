import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lastMessages, type SentMessage } from '../../infra/emulator/messages.ts'
import { stages } from '../../infra/stages.ts'
import { identityProducts } from '../../shared/identity/products.ts'
import { findLookup } from '../../shared/identity/store.ts'
import { findApplicantStatement } from '../../shared/link/applicant.ts'
import type { Link } from '../../shared/link/link.ts'
import { linkUrl } from '../../shared/link/resolve.ts'
import { addLink, listLinks } from '../../shared/link/store.ts'
import { database } from '../../shared/table/driver.ts'
import { verificationKey } from '../../shared/table/keys.ts'
import { readTrail } from '../../shared/trail/store.ts'
import { findVerification } from '../../shared/verification/store.ts'
import type { Verification } from '../../shared/verification/verification.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, applicant, businessAddressOrder, employmentOrder } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'

let world: World
let client: ApiClient

beforeAll(async () => {
  // Time to see an order that has only started.
  const verification = { ...stages.local.verification, simulatedAgentDelaySeconds: 600 }
  world = await startWorld({ settings: { verification, consentRequired: ['business-address', 'nin'] } })
  // The stores of this process look at the same table.
  reachTable(world.region)
  Object.assign(process.env, { LINK_SECRET: 'verification-local-link-key', PAGES_URL: world.url })
  client = await world.client()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Nobody comes to this one, so that it stays open. */
const person = { ...applicant, phone: '08000001010' }

const messages = (): readonly SentMessage[] => lastMessages(world.region.outboxFolder, 1000)
const linkIn = ({ text }: SentMessage): string => /http\S+/.exec(text)![0]
const newMessage = async (before: number): Promise<SentMessage> =>
  eventually(() => messages().length > before && messages()[0])

interface Ordered {
  readonly id: number
  readonly link: string
}

let streets = 0
const orderLink = async (
  changes: object = {},
  make = addressOrder,
  path = '/v1/addresses',
): Promise<Ordered> => {
  const before = messages().length
  const order = make({
    street: `${++streets} Linked Close`,
    applicant: person,
    applicantLink: true,
    ...changes,
  })
  const { body } = await client.post(path, order)
  return { id: body.id, link: linkIn(await newMessage(before)) }
}

const keyOf = ({ id }: Ordered) => ({ organisationId: 1, mode: 'test', verificationId: id }) as const

interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}
const seen = async (response: Response): Promise<Seen> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})
/** As a browser does that shows the page to somebody. */
const look = async (url: string, headers: Record<string, string> = { 'sec-fetch-dest': 'document' }) =>
  seen(await fetch(url, { headers, redirect: 'manual' }))
const say = async (url: string, form: Record<string, string>) =>
  seen(await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' }))
const titleOf = ({ text }: Seen): string => /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''
const stateOf = async (ordered: Ordered) =>
  (await listLinks(keyOf(ordered))).map(({ state }) => state).join(' ')

/** What no page may show that shows nothing of its matter. */
const namesNobody = ({ text }: Seen) => expect(text).not.toMatch(/Ngozi|Linked|Ikeja|organisation/i)

it('is sent when the work is opened, once, and only if the order asks for it', async () => {
  const before = messages().length
  await client.post('/v1/addresses', addressOrder({ applicant: person, street: '1 Quiet Close' }))
  await orderLink()
  expect(messages().length - before).toBe(1)
  expect(messages()[0]).toMatchObject({ channel: 'sms', to: '+2348000001010' })
})

it('shows what was said to the agent who goes there and to the reviewer', async () => {
  const live = await world.client('local-live')
  const before = messages().length
  const order = addressOrder({ street: '2 Heard Close', applicantLink: true, allowRevisit: true })
  const { id } = (await live.post('/v1/addresses', order)).body
  await say(linkIn(await newMessage(before)), { consent: 'given', time: 'after 4 pm', moved: 'yes' })
  const agent = await world.client('local-agent')
  const { body } = await agent.get(`/v1/operations/assignments/1-${id}`)
  expect(body.applicantSays).toEqual({
    consent: 'given',
    saidAt: expect.stringMatching(/^\d{4}-/),
    time: 'after 4 pm',
    phone: null,
    place: null,
    latitude: null,
    longitude: null,
    hasMoved: true,
    newAddress: null,
  })
})

it('is sent as a letter where there is no telephone that a message can go to', async () => {
  const before = messages().length
  const reached = { ...applicant, phone: '01 234 5678', email: 'ngozi@mail.example' }
  await client.post('/v1/employments', employmentOrder({ applicant: reached, applicantLink: true }))
  const message = await newMessage(before)
  expect(message).toMatchObject({
    channel: 'mail',
    to: 'ngozi@mail.example',
    from: 'Verification service <no-reply@verification.local>',
    subject: 'Local organisation has asked us to check your employment',
  })
  expect(message.html).toContain(`<a href="${linkIn(message)}">`)
})

it('is refused to an order whose applicant cannot be reached', async () => {
  const unreachable = { ...applicant, phone: '01 234 5678' }
  for (const [path, order] of [
    ['/v1/addresses', addressOrder],
    ['/v1/employments', employmentOrder],
  ] as const) {
    const { status, body } = await client.post(path, order({ applicant: unreachable, applicantLink: true }))
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      {
        pointer: '/applicant/phone',
        code: 'unreachable',
        detail:
          'To be sent a link, the applicant needs an email, or a phone number with its country’s code, as in +2348031234567.',
      },
    ])
  }
})

describe('the page', () => {
  let ordered: Ordered
  beforeEach(async () => {
    ordered = await orderLink()
  })

  it('says who asks and what happens, and is for its reader alone', async () => {
    const page = await look(ordered.link)
    expect(page.status).toBe(200)
    expect(titleOf(page)).toBe('Local organisation has asked us to check your address')
    expect(page.text).toContain('Hello Ngozi')
    expect(page.text).not.toMatch(/Adeyemi|1990|0800/)
    const header = (name: string) => page.headers.get(name)
    expect(header('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; form-action 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect([header('referrer-policy'), header('cache-control')]).toEqual(['no-referrer', 'no-store'])
    expect(header('x-robots-tag')).toBe('noindex, nofollow, noarchive')
    expect(page.text).not.toMatch(
      /<script(?! type="module" src="\/v1\/links\/position\.js">)|\son\w+=|https?:\/\//,
    )
  })

  it('is opened by people and not by what previews or fetches ahead, and again without harm', async () => {
    const preview = { 'user-agent': 'WhatsApp/2.23' }
    const ahead = { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }
    expect((await look(ordered.link, preview)).status).toBe(200)
    expect((await look(ordered.link, ahead)).status).toBe(200)
    expect((await fetch(ordered.link, { method: 'HEAD' })).status).toBe(405)
    expect(await stateOf(ordered)).toBe('sent')
    for (let time = 0; time < 2; time++) expect((await look(ordered.link)).status).toBe(200)
    expect(await stateOf(ordered)).toBe('opened')
  })

  it('keeps what the applicant says for agent and reviewer, and consent with time and notice', async () => {
    const answer = await say(ordered.link, {
      consent: 'given',
      time: ' weekdays after 4 pm ',
      phone: '0809 000 0000',
      place: 'Behind <b>the church</b>',
      position: '6.6018, 3.3515',
      moved: 'yes',
      newAddress: '4 New Road\r\nIbadan',
      unknown: 'x',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(ordered.link).pathname])
    expect(await findApplicantStatement(keyOf(ordered))).toEqual({
      consent: 'given',
      noticeVersion: '2026-11',
      saidAt: expect.stringMatching(/^\d{4}-/),
      time: 'weekdays after 4 pm',
      phone: '0809 000 0000',
      place: 'Behind <b>the church</b>',
      latitude: 6.6018,
      longitude: 3.3515,
      hasMoved: true,
      newAddress: '4 New Road, Ibadan',
    })
    // Digests alone, to be held against those of whoever answers for the employer.
    const [link] = await listLinks(keyOf(ordered))
    expect(link!.answer).toMatchObject({
      device: { network: expect.stringMatching(/^.{16}$/), browser: expect.stringMatching(/^.{16}$/) },
    })
    const trail = await readTrail(keyOf(ordered))
    expect(trail.filter(({ what }) => what.startsWith('link')).map(({ what, by }) => [what, by])).toEqual([
      ['linkSent', 'service'],
      ['linkAnswered', 'applicant'],
    ])
    expect(JSON.stringify(trail)).not.toContain('church')
  })

  it('names what is bad, keeps what was written as text, and asks again', async () => {
    const bad = { time: 'x'.repeat(201), phone: '<script>', position: '91, 0', newAddress: 'a\u0000b' }
    const page = await say(ordered.link, bad)
    expect(page.status).toBe(400)
    const named = [...page.text.matchAll(/<li><a href="#([\w-]+)">/g)].map(([, name]) => name)
    expect(named).toEqual(['consent', 'time', 'phone', 'newAddress'])
    expect(page.text).toContain('value="&lt;script&gt;"')
    const second = await say(ordered.link, { consent: 'given', position: '91, 0' })
    expect(second.text).toContain('<a href="#position">')
    expect(await stateOf(ordered)).toBe('sent')
  })

  it('refuses another answer, and thanks whoever opens it again', async () => {
    await say(ordered.link, { consent: 'refused' })
    const again = await say(ordered.link, { consent: 'given' })
    expect([again.status, titleOf(again)]).toEqual([409, 'You have answered already'])
    expect((await findApplicantStatement(keyOf(ordered)))?.consent).toBe('refused')
    const later = await look(ordered.link)
    expect([later.status, titleOf(later)]).toEqual([200, 'Thank you'])
    namesNobody(again)
    namesNobody(later)
  })

  it('takes one of many answers at once', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map(time => say(ordered.link, { consent: 'given', time })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409])
  })
})

const { person: citizen, numbers } = identityProducts[0]!.sandbox
const claim = { firstname: citizen.firstname, lastname: citizen.lastname }
const nin = `/v1/ng/identities/nin/${numbers.exact}`

/** What customers write down when somebody agrees. */
const consent = {
  noticeVersion: 'terms-7',
  purpose: 'Opening an account',
  language: 'en',
  givenAt: '2026-11-01T09:00:00.000Z',
  method: 'app',
} as const

describe('consent', () => {
  const trailOf = async (ordered: Ordered) =>
    (await readTrail(keyOf(ordered))).map(({ what, by, facts }) => ({ what, by, facts }))
  const withdrawn = { what: 'consentWithdrawn', by: 'applicant', facts: { outcome: 'cancelled' } }
  const statusOf = async ({ id }: Ordered) => (await client.get(`/v1/addresses/${id}`)).body

  it('stands in the record as the order states it, and in no answer', async () => {
    const ordered = await orderLink({ consent })
    const kept = await findVerification(keyOf(ordered), ordered.id, Date.now())
    expect(kept?.consent).toEqual(consent)
    expect(JSON.stringify(await statusOf(ordered))).not.toContain('terms-7')
    const { body } = await client.post(nin, { ...claim, consent })
    expect((await findLookup(keyOf(ordered), body.id, Date.now()))?.consent).toEqual(consent)
    expect(JSON.stringify(body)).not.toContain('terms-7')
  })

  it('is required where the stage’s policy says so, together with all else that is bad', async () => {
    const order = businessAddressOrder({ street: '1 Policy Close', city: '' })
    const { status, body } = await client.post('/v1/addresses/business', order)
    const pointers = body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
      pointer,
      code,
    ])
    expect([status, pointers]).toEqual([
      400,
      [
        ['/city', 'too_small'],
        ['/consent', 'required'],
      ],
    ])
    const lookedUp = await client.post(nin, { ...claim, consent: null })
    expect([
      lookedUp.status,
      lookedUp.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ]).toEqual([400, ['/consent']])
    const { status: accepted } = await client.post('/v1/addresses/business', {
      ...order,
      city: 'Ikeja',
      consent,
    })
    expect(accepted).toBe(201)
  })

  it('that was given on the page is taken back there, which ends the verification at no cost', async () => {
    const ordered = await orderLink()
    await say(ordered.link, { consent: 'given' })
    const thanks = await look(ordered.link)
    expect(thanks.text).toContain('<summary>I no longer agree</summary>')
    const answer = await say(ordered.link, { withdraw: 'yes' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(ordered.link).pathname])
    const after = await look(ordered.link)
    expect([after.status, titleOf(after)]).toEqual([410, 'You no longer agree, and the check has ended'])
    namesNobody(after)
    const { status, address } = await statusOf(ordered)
    expect(status).toEqual({ status: 'CANCELLED', subStatus: 'CANCELLED', state: 'COMPLETE' })
    expect([address.price, address.adminComment]).toEqual([0, 'The applicant withdrew their consent.'])
    expect(await trailOf(ordered)).toContainEqual(withdrawn)
    const event = await eventually(async () =>
      (await client.get('/v1/events')).body.data.find(
        ({ verificationId }: { verificationId: number }) => verificationId === ordered.id,
      ),
    )
    expect(event.event_type).toBe('verification_completed')
  })

  it('that stands in the order is taken back by whoever never answered', async () => {
    const ordered = await orderLink({ consent })
    expect((await look(ordered.link)).text).toContain('I no longer agree')
    await say(ordered.link, { withdraw: 'yes' })
    expect((await statusOf(ordered)).status.status).toBe('CANCELLED')
  })

  it('that nobody gave is not taken back', async () => {
    const ordered = await orderLink()
    expect((await look(ordered.link)).text).not.toContain('I no longer agree')
    expect((await say(ordered.link, { withdraw: 'yes' })).status).toBe(303)
    await say(ordered.link, { consent: 'refused' })
    expect((await look(ordered.link)).text).not.toContain('I no longer agree')
    await say(ordered.link, { withdraw: 'yes' })
    expect((await statusOf(ordered)).status.status).toBe('IN_PROGRESS')
  })

  it('is taken back once, however often it is asked for at once', async () => {
    const ordered = await orderLink({ consent })
    await Promise.all(['a', 'b', 'c'].map(() => say(ordered.link, { withdraw: 'yes' })))
    const told = (await trailOf(ordered)).filter(({ what }) => what === 'consentWithdrawn')
    expect(told).toEqual([withdrawn])
  })

  it('is not taken back of what was decided before', async () => {
    const ordered = await orderLink({ consent })
    await client.post(`/v1/sandbox/verifications/${ordered.id}/complete`, { subStatus: 'VERIFIED' })
    const late = await say(ordered.link, { withdraw: 'yes' })
    expect([late.status, titleOf(late)]).toEqual([410, 'This matter is closed'])
    expect((await statusOf(ordered)).status.status).toBe('VERIFIED')
  })
})

/** So long ago that nobody may object to it any more; the ledger goes on to know when it was charged. */
const decideLongAgo = async (ordered: Ordered): Promise<void> => {
  await client.post(`/v1/sandbox/verifications/${ordered.id}/complete`, { subStatus: 'VERIFIED' })
  const place = verificationKey(keyOf(ordered), ordered.id)
  const { updatedAt: chargedAt } = (await database.get<Verification>(place))!
  await database.write({ update: place, set: { updatedAt: '2020-01-01T00:00:00.000Z', chargedAt } })
}

describe('a link that is no good', () => {
  const expectRefusal = async (url: string, status: number, title: string) => {
    for (const page of [await look(url), await say(url, { consent: 'given' })]) {
      expect([page.status, titleOf(page)]).toEqual([status, title])
      namesNobody(page)
    }
  }

  it('altered in one character, at every place, is none of ours', async () => {
    const { link } = await orderLink()
    const token = link.split('/').at(-1)!
    for (let at = 0; at < token.length; at++) {
      const altered = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect((await look(link.replace(token, altered))).status, `${at}`).toBe(404)
    }
    await expectRefusal(link.slice(0, -1), 404, 'This link does not work')
  })

  it('of another purpose is none of this page', async () => {
    const ordered = await orderLink()
    const before = messages().length
    await addLink(keyOf(ordered), { purpose: 'documents', channel: 'sms', by: 'agent-1' }, Date.now())
    const documents = linkIn(await newMessage(before))
    await expectRefusal(documents.replace('/documents/', '/applicant/'), 404, 'This link does not work')
  })

  it('in whose place another was sent says so, and the other works', async () => {
    const ordered = await orderLink()
    const before = messages().length
    await addLink(keyOf(ordered), { purpose: 'applicant', channel: 'sms', by: 'agent-1' }, Date.now())
    await expectRefusal(ordered.link, 410, 'This link was replaced')
    expect((await look(linkIn(await newMessage(before)))).status).toBe(200)
  })

  it('past its time is read from the link alone', async () => {
    const ordered = await orderLink()
    const fifteenDaysAgo = Date.now() - 15 * 86_400_000
    const order = { purpose: 'applicant', channel: 'sms', by: 'agent-1' } as const
    const link = await linkUrl((await addLink(keyOf(ordered), order, fifteenDaysAgo)) as Link)
    await expectRefusal(link, 410, 'This link has expired')
  })

  it.each(['decided long ago', 'cancelled', 'erased'])('is closed when its verification is %s', async end => {
    const ordered = await orderLink()
    if (end === 'decided long ago') await decideLongAgo(ordered)
    if (end === 'cancelled') await client.delete(`/v1/addresses/${ordered.id}`)
    if (end === 'erased') await world.administer({ command: 'erase', ...keyOf(ordered) })
    await expectRefusal(ordered.link, 410, 'This matter is closed')
    if (end === 'erased') expect(await listLinks(keyOf(ordered))).toEqual([])
  })
})

it('leaves the link and what was said on its page out of every log, queue and workflow', async () => {
  const ordered = await orderLink()
  await say(ordered.link, { consent: 'given', place: 'Canarylandmark' })
  await look(`${ordered.link}x`)
  const token = ordered.link.split('/').at(-1)!
  const elsewhere = world.region.recorded.filter(
    ({ service }) => !['dynamodb', 'sms-voice', 'ses'].includes(service),
  )
  const all = JSON.stringify([world.logLines, elsewhere])
  expect(all).not.toContain(token)
  expect(all).not.toContain('Canarylandmark')
  expect(world.logLines.filter(line => line.includes('postApplicantPage')).length).toBeGreaterThan(0)
})
