import { beforeEach, describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { findApplicantWord } from '../../shared/link/applicant.ts'
import type { Link } from '../../shared/link/link.ts'
import { linkUrl } from '../../shared/link/resolve.ts'
import { addLink, listLinks } from '../../shared/link/store.ts'
import { database } from '../../shared/table/driver.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { readTrail } from '../../shared/trail/read-store.ts'
import { verificationKey } from '../../shared/verification/kinds.ts'
import type { Verification } from '../../shared/verification/verification.ts'
import { type Ordered, openLinks, person } from '../support/applicant-links.ts'
import { joinWorld } from '../support/environment.ts'
import { linkIn, messageTo } from '../support/messages.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'
import { look, matterWords, say, titleOf } from '../support/pages.ts'

const world = await joinWorld()
const links = await openLinks(world)

it('is sent when the work is opened, once, and only if the order asks for it', async () => {
  const before = links.messages().length
  await links.client.post('/v1/addresses', addressOrder({ applicant: person, street: '1 Quiet Close' }))
  await links.orderLink()
  expect(links.messages().length - before).toBe(1)
  expect(links.messages()[0]!.channel).toBe('sms')
})

it('shows what was said to the agent who goes there and to the reviewer', async () => {
  const live = await world.client('local-live')
  const heard = { ...applicant, phone: '08000771010' }
  const order = addressOrder({ street: '2 Heard Close', applicant: heard, applicantLink: true })
  const { id } = (await live.post('/v1/addresses', order)).body
  await say(linkIn(await messageTo(world, '+2348000771010')), {
    consent: 'given',
    time: 'after 4 pm',
    moved: 'yes',
  })
  const agent = await world.client('local-agent')
  const { body } = await agent.get(`/v1/operations/assignments/${world.organisationId}-${id}`)
  expect(body.applicantSays).toEqual({
    consent: 'given',
    saidAt: expect.stringMatching(/^\d{4}-/),
    time: 'after 4 pm',
    timeAskedAt: null,
    phone: null,
    place: null,
    latitude: null,
    longitude: null,
    hasMoved: true,
    newAddress: null,
  })
})

it('is sent by email if there is no phone number that can receive a text message', async () => {
  const reached = { ...applicant, phone: '01 234 5678', email: 'ngozi@letters.example' }
  await links.client.post('/v1/employments', employmentOrder({ applicant: reached, applicantLink: true }))
  const message = await messageTo(world, reached.email)
  expect(message).toMatchObject({
    channel: 'mail',
    from: 'Verification service <no-reply@verification.local>',
    subject: 'First organisation has asked us to check your employment',
  })
  expect(message.html).toContain(`<a href="${linkIn(message)}">`)
})

it('is refused to an order whose applicant cannot be reached', async () => {
  const unreachable = { ...applicant, phone: '01 234 5678' }
  for (const [path, order] of [
    ['/v1/addresses', addressOrder],
    ['/v1/employments', employmentOrder],
  ] as const) {
    const { status, body } = await links.client.post(
      path,
      order({ applicant: unreachable, applicantLink: true }),
    )
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
    ordered = await links.orderLink()
  })

  it('says who asks and what happens, and is for its reader alone', async () => {
    const page = await look(ordered.link)
    expect(page.status).toBe(200)
    expect(titleOf(page)).toBe('First organisation has asked us to check your address')
    expect(page.text).toContain('Hello Ngozi')
    expect(page.text).not.toMatch(/Adeyemi|1990|0800/)
    const header = (name: string) => page.headers.get(name)
    expect(header('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; form-action 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect([header('referrer-policy'), header('cache-control')]).toEqual(['no-referrer', 'no-store'])
    expect(header('x-robots-tag')).toBe('noindex, nofollow, noarchive')
    const { legalName, registrationNumber, postalAddress, privacyNotice } = stages.local.operator
    expect(page.text).toContain(
      `<strong>${legalName}</strong>, registration number ${registrationNumber}, ${postalAddress}`,
    )
    expect(page.text).toContain('<a href="tel:+23410000000">+234 1 000 0000</a>')
    expect(page.text).toContain(`<a href="${privacyNotice}">Our privacy notice</a>`)
    expect(page.text.replace(privacyNotice, '')).not.toMatch(
      /<script(?! type="module" src="\/v1\/links\/position\.js">)|\son\w+=|https?:\/\//,
    )
  })

  it('is opened by people and not by what previews or fetches ahead, and again without harm', async () => {
    const preview = { 'user-agent': 'WhatsApp/2.23' }
    const ahead = { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }
    expect((await look(ordered.link, preview)).status).toBe(200)
    expect((await look(ordered.link, ahead)).status).toBe(200)
    expect((await fetch(ordered.link, { method: 'HEAD' })).status).toBe(405)
    expect(await links.stateOf(ordered)).toBe('sent')
    for (let time = 0; time < 2; time++) expect((await look(ordered.link)).status).toBe(200)
    expect(await links.stateOf(ordered)).toBe('opened')
  })

  it.each(['.', ').', '…', '”'])(
    'opens with %j behind it, as messengers send it, and is answered there',
    async end => {
      const link = ordered.link + end
      expect(titleOf(await look(link))).toBe(titleOf(await look(ordered.link)))
      const answer = await say(link, { consent: 'given' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(link).pathname])
      expect((await look(new URL(answer.headers.get('location')!, world.url).href)).text).toContain(
        'Thank you',
      )
    },
  )

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
    expect(await findApplicantWord(links.keyOf(ordered))).toEqual({
      consent: 'given',
      noticeVersion: '2026-11-26',
      saidAt: expect.stringMatching(/^\d{4}-/),
      time: 'weekdays after 4 pm',
      phone: '+2348090000000',
      place: 'Behind <b>the church</b>',
      latitude: 6.6018,
      longitude: 3.3515,
      hasMoved: true,
      newAddress: '4 New Road, Ibadan',
    })
    // Digests alone, to be held against those of whoever answers for the employer.
    const [link] = await listLinks(links.keyOf(ordered))
    expect(link!.answer).toMatchObject({
      device: { network: expect.stringMatching(/^.{16}$/), browser: expect.stringMatching(/^.{16}$/) },
    })
    const trail = await readTrail(links.keyOf(ordered))
    expect(
      eventsIn(trail)
        .filter(({ what }) => what.startsWith('link'))
        .map(({ what, by }) => [what, by]),
    ).toEqual([
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
    expect(named).toEqual(['consent', 'time', 'phone', 'position', 'newAddress'])
    expect(page.text).toContain('value="&lt;script>"')
    expect(await links.stateOf(ordered)).toBe('sent')
  })

  it('refuses another answer, and thanks whoever opens it again', async () => {
    await say(ordered.link, { consent: 'given', time: 'Monday' })
    const again = await say(ordered.link, { consent: 'given', time: 'Sunday' })
    expect([again.status, titleOf(again)]).toEqual([409, 'You have answered already'])
    expect(await findApplicantWord(links.keyOf(ordered))).toMatchObject({ time: 'Monday' })
    const later = await look(ordered.link)
    expect([later.status, titleOf(later)]).toEqual([200, 'Thank you'])
    expect(again.text).not.toMatch(matterWords)
    expect(later.text).not.toMatch(/Ngozi|Linked|Ikeja/)
  })

  it('thanks for the same answer again, as a second tap sends it, and keeps the first', async () => {
    const answer = { consent: 'given', time: 'after 4 pm', position: '6.6018, 3.3515' }
    const taps = await Promise.all([say(ordered.link, answer), say(ordered.link, answer)])
    const later = await say(ordered.link, answer)
    for (const tap of [...taps, later])
      expect([tap.status, tap.headers.get('location')]).toEqual([303, new URL(ordered.link).pathname])
    expect((await listLinks(links.keyOf(ordered))).map(({ state }) => state)).toEqual(['answered'])
    const other = await say(ordered.link, { ...answer, time: 'after 5 pm' })
    expect([other.status, titleOf(other)]).toEqual([409, 'You have answered already'])
    expect(await findApplicantWord(links.keyOf(ordered))).toMatchObject({ time: 'after 4 pm' })
    // As a form has it that another browser sends in another order.
    const { consent, ...rest } = answer
    expect((await say(ordered.link, { ...rest, consent })).status).toBe(303)
  })

  it.each([
    ['0, 0', '0, 0 is what a telephone or a map says'],
    ['3.3515, 6.6018', 'These two numbers are swapped. If you mean 6.6018, 3.3515, which is near Ikeja,'],
    ['51.5074, -0.1278', 'This place is not near Ikeja.'],
    ['91, 0', 'This place is not near Ikeja.'],
    ['91, 181', 'This place is not near Ikeja.'],
    ['by the church', 'Please write two numbers,'],
  ])('says what is wrong with the position %s, and keeps what was written', async (position, words) => {
    const page = await say(ordered.link, { consent: 'given', position })
    expect(page.status).toBe(400)
    expect(page.text).toContain(words)
    expect(page.text).toContain(`value="${position}"`)
    expect(await links.stateOf(ordered)).toBe('sent')
  })

  it('takes one of many answers at once', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map(time => say(ordered.link, { consent: 'given', time })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409])
  })
})

/** So long ago that nobody may object to it any more; the ledger goes on to know when it was charged. */
const decideLongAgo = async (ordered: Ordered): Promise<void> => {
  await links.client.post(`/v1/sandbox/verifications/${ordered.id}/complete`, { subStatus: 'VERIFIED' })
  const key = verificationKey(links.keyOf(ordered), ordered.id)
  const { updatedAt: chargedAt } = (await database.get<Verification>(key))!
  await database.write({ update: key, set: { updatedAt: '2020-01-01T00:00:00.000Z', chargedAt } })
}

describe('a link that is no good', () => {
  const expectRefusal = async (url: string, status: number, title: string) => {
    for (const page of [await look(url), await say(url, { consent: 'given' })]) {
      expect([page.status, titleOf(page)]).toEqual([status, title])
      expect(page.text).not.toMatch(matterWords)
    }
  }

  it('altered in one character, at every place, is none of ours', async () => {
    const { link } = await links.orderLink()
    const token = link.split('/').at(-1)!
    for (let at = 0; at < token.length; at++) {
      const altered = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect((await look(link.replace(token, altered))).status, `${at}`).toBe(404)
    }
    await expectRefusal(link.slice(0, -1), 404, 'This link does not work')
  })

  it('of another purpose is none of this page', async () => {
    const ordered = await links.orderLink()
    const before = links.messages().length
    await addLink(links.keyOf(ordered), { purpose: 'documents', channel: 'sms', by: 'agent-1' }, Date.now())
    const documents = linkIn(await links.newMessage(before))
    await expectRefusal(documents.replace('/documents/', '/applicant/'), 404, 'This link does not work')
  })

  it('in whose place another was sent says so, and the other works', async () => {
    const ordered = await links.orderLink()
    const before = links.messages().length
    await addLink(links.keyOf(ordered), { purpose: 'applicant', channel: 'sms', by: 'agent-1' }, Date.now())
    await expectRefusal(ordered.link, 410, 'This link was replaced')
    expect((await look(linkIn(await links.newMessage(before)))).status).toBe(200)
  })

  it('past its time is read from the link alone', async () => {
    const ordered = await links.orderLink()
    const fifteenDaysAgo = Date.now() - 15 * 86_400_000
    const order = { purpose: 'applicant', channel: 'sms', by: 'agent-1' } as const
    const link = await linkUrl((await addLink(links.keyOf(ordered), order, fifteenDaysAgo)) as Link)
    await expectRefusal(link, 410, 'This link has expired')
  })

  it.each(['decided long ago', 'cancelled', 'erased'])('is closed when its verification is %s', async end => {
    const ordered = await links.orderLink()
    if (end === 'decided long ago') await decideLongAgo(ordered)
    if (end === 'cancelled') await links.client.delete(`/v1/addresses/${ordered.id}`)
    if (end === 'erased') await world.administer({ command: 'erase', ...links.keyOf(ordered) })
    await expectRefusal(ordered.link, 410, 'This matter is closed')
    if (end === 'erased') expect(await listLinks(links.keyOf(ordered))).toEqual([])
  })
})

it('leaves the link and what was said on its page out of every log, queue and workflow', async () => {
  const ordered = await links.orderLink()
  await say(ordered.link, { consent: 'given', place: 'Canarylandmark' })
  await look(`${ordered.link}x`)
  const token = ordered.link.split('/').at(-1)!
  const elsewhere = world.emulator.recorded.filter(
    ({ service }) => !['dynamodb', 'sms-voice', 'ses'].includes(service),
  )
  const all = JSON.stringify([world.logLines, elsewhere])
  expect(all).not.toContain(token)
  expect(all).not.toContain('Canarylandmark')
  expect(world.logLines.filter(line => line.includes('postApplicantPage')).length).toBeGreaterThan(0)
})
