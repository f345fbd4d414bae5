import { describe, expect, it } from 'vitest'
import type { SentMessage } from '../../infra/emulator/messages.ts'
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
import { linkIn, messagesTo, messageTo } from '../support/messages.ts'
import { look, say } from '../support/pages.ts'
import { receivedEvent } from '../support/receiver.ts'

/* A decision that the applicant objects to by their link. */

const world = await joinWorld()
const opened = await openDisputes(world)
const { live, reviewers, everything } = opened
const it2 = await opened.approved()

const object = (link: string, form: Record<string, string>) => say(link, { object: 'yes', ...form })

describe('the applicant objects by their link', () => {
  let letter: SentMessage
  /** Which of the reviewers was first. */
  let upholder = 0

  it('is shown how it ended, and nothing of staff', async () => {
    const { status, text } = await look(it2.link)
    expect(status).toBe(200)
    expect(text).toContain(`We confirmed that you live at ${it2.street}, Ikeja.`)
    expect(text).toContain('Send my objection')
    expect(text).toContain('It was another place')
    expect(text).not.toContain('another employer')
    for (const unsaid of ['d-first', 'd-agent', 'neighbor']) expect(text).not.toContain(unsaid)
  })

  it('is asked again for what is missing, with what was written', async () => {
    const { status, text } = await object(it2.link, { reason: planted.applicant })
    expect(status).toBe(400)
    expect(text).toContain('Please choose one of these.')
    expect(text).toContain(planted.applicant)
  })

  it('is taken once, however often it is sent', async () => {
    const form = { ground: 'wrongDetails', reason: `${planted.applicant}\r\nin two lines` }
    const first = await eventually(async () => {
      const answer = await object(it2.link, form)
      return answer.text.includes('in a moment') ? undefined : answer
    }, 'the end to be told')
    const twice = await object(it2.link, form)
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
    const known = messagesTo(world, it2.to).length
    const answers = await Promise.all([
      decide(reviewers[1]!, it2.disputed, decision),
      decide(reviewers[2]!, it2.disputed, approve),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    upholder = 1 + answers.findIndex(({ status }) => status === 200)
    letter = await messageTo(world, it2.to, known)
    expect((await live.get(it2.path)).body.address.updatedAt).toBe(before)
    const { body } = await live.get(`${it2.path}/revisions`)
    expect(body.data).toHaveLength(1)
    expect(body.disputes).toEqual([
      {
        number: 1,
        revision: 1,
        raisedBy: 'applicant',
        ground: 'wrongDetails',
        reason: null,
        raisedAt: expect.any(String),
        dueAt: expect.any(String),
        state: 'upheld',
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
    expect((await object(it2.link, { ground: 'other', reason: 'Once more.' })).status).toBe(409)
    expect(wordsOf(await trailOf(world, it2.id)).map(({ what }) => what)).toContain('upheld')
  })

  it('is answered by a message, which says nothing of what came of it and leads there', async () => {
    const { text: said, ...message } = letter
    expect(message).toEqual({
      channel: 'sms',
      from: expect.any(String),
      to: it2.to,
      at: expect.any(String),
    })
    expect(said).toBe(
      `Somebody has looked again at the check to which you objected (First organisation asked us to check your address). What came of it:\n${linkIn(letter)}\nNot for you? Please ignore it.`,
    )
    const [shown, known] = [await look(linkIn(letter)), await look(it2.link)]
    expect([shown.status, shown.text, linkIn(letter) === it2.link]).toEqual([200, known.text, false])
    const trail = await trailOf(world, it2.id)
    expect(trail.broken).toBeNull()
    expect(wordsOf(trail).slice(-2)).toEqual([
      {
        what: 'upheld',
        by: expect.any(String),
        facts: { outcome: 'verified', dispute: 1, revision: 1, strongFlags: 'no_photo no_position' },
      },
      { what: 'linkSent', by: 'service', facts: { purpose: 'objection', number: 1, channel: 'sms' } },
    ])
  })

  it('leaves the customer theirs to the same decision, of whose end nobody else is written to', async () => {
    const customers = await onceTold(() => live.post(`${it2.path}/dispute`, reason))
    expect([customers.status, customers.body.dispute.number]).toEqual([201, 2])
    const others = reviewers.filter((_, index) => index > 0 && index !== upholder)
    expect((await decide(others[0]!, `${it2.assignment}-d2`, reject)).status).toBe(202)
    expect((await decide(others[1]!, `${it2.assignment}-d2`, reject)).status).toBe(200)
    await receivedEvent(everything, `evt_${it2.id}_updated_2`)
    expect(eventIdsOf(everything, it2.id)).toEqual([
      `evt_${it2.id}_started`,
      `evt_${it2.id}_completed`,
      `evt_${it2.id}_updated_2`,
    ])
    expect(wordsOf(await trailOf(world, it2.id)).filter(({ what }) => what === 'linkSent')).toHaveLength(2)
  })

  it('may be made again to what is new, by the link of the message', async () => {
    const { status, text } = await look(linkIn(letter))
    expect([status, text.includes('this is the new result'), text.includes('Send my objection')]).toEqual([
      200,
      true,
      true,
    ])
    const form = { ground: 'other', reason: planted.applicant }
    expect((await object(linkIn(letter), form)).status).toBe(303)
    expect((await look(it2.link)).text).toContain('is looking at it again')
    await world.administer({ command: 'erase', organisationId: 1, mode: 'live', verificationId: it2.id })
    expect((await look(linkIn(letter))).status).toBe(410)
  })
})

it('puts nobody’s words into a log, a queue, a workflow or an event', () => {
  expect(plantedElsewhere(world, everything)).toEqual([])
})
