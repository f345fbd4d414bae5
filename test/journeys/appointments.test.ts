import { beforeEach, describe, expect, it } from 'vitest'
import type { FieldError } from '../../shared/http/contract/problem.ts'
import { findAssignment } from '../../shared/work/assignment/store.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { readTrail } from '../../shared/trail/read-store.ts'
import type { ApiClient } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, openWork, visitReport, worker } from '../support/fieldwork.ts'
import { linkIn, messageTo } from '../support/messages.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'
import { look, say } from '../support/pages.ts'
import { reachTable } from '../support/reach-table.ts'

const world = await joinWorld()
await reachTable(world.emulator)
const agent = await worker(world, 'day-agent', ['agent'])
const other = await worker(world, 'day-other', ['agent'])
const reviewer = await worker(world, 'day-reviewer', ['reviewer'])

const hourMs = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString()

/** `14:32` in Lagos, which is an hour ahead of UTC all year. */
const lagosTime = (at: string): string => new Date(Date.parse(at) + hourMs).toISOString().slice(11, 16)

let ordered = 0
/** A visit in the agent's hands, whose applicant has a link. */
const heldVisit = async () => {
  const phone = `0800077${`${2000 + ++ordered}`}`
  const order = addressOrder({
    street: `${ordered} Told Close`,
    applicant: { ...applicant, phone },
    applicantLink: true,
    allowRevisit: true,
  })
  const work = await openWork(world, '/v1/addresses', order)
  const at = (what = '') => `/v1/operations/assignments/${work.assignment}${what}`
  expect((await agent.post(at('/claim'))).status).toBe(200)
  const link = linkIn(await messageTo(world, `+234${phone.slice(1)}`))
  const key = { organisationId: world.organisationId, mode: 'live', verificationId: work.id } as const
  return { ...work, at, link, key }
}
type HeldVisit = Awaited<ReturnType<typeof heldVisit>>

const tell = ({ at }: HeldVisit, body: object, by: ApiClient = agent) => by.post(at('/appointment'), body)

const mine = async ({ assignment }: HeldVisit) => {
  const { data } = (await agent.get('/v1/operations/assignments?list=mine')).body
  return data.find(({ id }: { id: string }) => id === assignment)
}

let visit: HeldVisit
beforeEach(async () => {
  visit = await heldVisit()
})

describe('an agent on the way', () => {
  it('is announced on the applicant’s page with the hour in which they arrive, before and after the answer', async () => {
    const at = inHours(1)
    const told = await tell(visit, { at, isOnTheWay: true })
    expect([told.status, told.body]).toEqual([
      200,
      { id: visit.assignment, at, isOnTheWay: true, saidAt: expect.any(String) },
    ])
    const between = `between ${lagosTime(at)} and ${lagosTime(inHours(2))}, Lagos time`
    const sentence = `One of our people is on the way, and should be there on `
    for (const answer of [undefined, { consent: 'given' }]) {
      if (answer) expect((await say(visit.link, answer)).status).toBe(303)
      const { text } = await look(visit.link)
      expect(text).toContain(sentence)
      expect(text).toContain(between)
    }
    expect((await mine(visit)).appointment).toEqual({ at, isOnTheWay: true, saidAt: told.body.saidAt })
  })

  it('is so in the reader’s own customs', async () => {
    const at = inHours(1)
    await tell(visit, { at, isOnTheWay: true })
    const { text } = await look(visit.link, {
      'sec-fetch-dest': 'document',
      'accept-language': 'en-US,en;q=0.9',
    })
    const [hours = 0, minutes] = lagosTime(at).split(':').map(Number)
    const twelve = `${hours % 12 || 12}:${`${minutes}`.padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
    expect(text.replaceAll('\u202f', ' ')).toContain(`between ${twelve} and`)
  })

  it('says it again and it stays one word, takes it back, and is trusted for as long as they hold the visit', async () => {
    const at = inHours(1)
    for (const _ of [1, 2]) expect((await tell(visit, { at, isOnTheWay: true })).status).toBe(200)
    await agent.delete(visit.at('/claim'))
    expect((await other.get(visit.at())).body.appointment).toBeNull()
    expect((await look(visit.link)).text).not.toContain('on the way')
    // Whose it is now may say it.
    await other.post(visit.at('/claim'))
    expect((await tell(visit, { at, isOnTheWay: true })).body.code).toBe('lease_lost')
    expect((await tell(visit, { at, isOnTheWay: true }, other)).status).toBe(200)
    for (const _ of [1, 2]) expect((await other.delete(visit.at('/appointment'))).status).toBe(204)
    expect((await other.get(visit.at())).body.appointment).toBeNull()
    const what = eventsIn(await readTrail(visit.key))
      .filter(event => event.what === 'appointmentSet')
      .map(({ by, facts }) => [by, facts])
    expect(what).toEqual([
      ['day-agent', { for: at, isOnTheWay: true }],
      ['day-agent', { for: at, isOnTheWay: true }],
      ['day-other', { for: at, isOnTheWay: true }],
      ['day-other', { for: null }],
    ])
  })
})

it('a visit takes twenty, whoever holds it, and the last one can be taken back', async () => {
  const set = (hours: number, by = agent) => tell(visit, { at: inHours(hours), isOnTheWay: false }, by)
  for (let each = 1; each <= 20; each++) expect((await set(each)).status).toBe(200)
  for (const isAnothers of [false, true]) {
    if (isAnothers) {
      await agent.delete(visit.at('/claim'))
      await other.post(visit.at('/claim'))
    }
    const { status, body } = await set(30, isAnothers ? other : agent)
    expect([status, body.code]).toEqual([409, 'too_many_appointments'])
  }
  expect((await other.delete(visit.at('/appointment'))).status).toBe(204)
  const entries = eventsIn(await readTrail(visit.key)).filter(({ what }) => what === 'appointmentSet')
  expect(entries).toHaveLength(21)
})

describe('an agreed time', () => {
  it('stands on the list and on the page, and stays with the visit when it goes to another agent', async () => {
    const at = inHours(30)
    expect((await tell(visit, { at, isOnTheWay: false })).status).toBe(200)
    expect((await look(visit.link)).text).toContain(
      `at ${lagosTime(at)}, Lagos time, as you agreed with them.`,
    )
    await agent.delete(visit.at('/claim'))
    expect((await other.get(visit.at())).body.appointment).toMatchObject({ at, isOnTheWay: false })
    expect((await look(visit.link)).text).toContain('as you agreed with them.')
  })

  it('is refused where it has passed, is too far away, or is no time', async () => {
    const refusals = [
      [{ at: inHours(-2), isOnTheWay: false }, ['/at', 'past']],
      [{ at: inHours(15 * 24), isOnTheWay: false }, ['/at', 'too_late']],
      [{ at: inHours(13), isOnTheWay: true }, ['/at', 'too_late']],
    ] as const
    for (const [body, error] of refusals) {
      const { status, body: problem } = await tell(visit, body)
      expect([status, problem.errors.map(({ pointer, code }: FieldError) => [pointer, code])]).toEqual([
        400,
        [error],
      ])
    }
    const { errors } = (await tell(visit, { at: 'tomorrow', isOnTheWay: 'yes' })).body
    expect(errors.map(({ pointer }: FieldError) => pointer)).toEqual(['/at', '/isOnTheWay'])
    expect((await mine(visit)).appointment).toBeNull()
  })

  it('is nothing to agree on for work from a desk, nor for others', async () => {
    const employment = await openWork(world, '/v1/employments', employmentOrder({ allowRevisit: true }))
    await agent.post(`/v1/operations/assignments/${employment.assignment}/claim`)
    const path = `/v1/operations/assignments/${employment.assignment}/appointment`
    expect((await agent.post(path, { at: inHours(1), isOnTheWay: true })).status).toBe(404)
    expect((await tell(visit, { at: inHours(1), isOnTheWay: true }, reviewer)).status).toBe(403)
  })
})

describe('an applicant who has agreed', () => {
  it('asks for another time, as often as they like; the agent reads the last one, and no log has the words', async () => {
    await say(visit.link, { consent: 'given', time: 'Monday' })
    const first = (await mine(visit)).applicantSaidAt
    expect(first).toEqual(expect.any(String))
    expect((await look(visit.link)).text).toContain('Another time suits me better')
    for (const time of ['Tuesday planted', 'Wednesday planted'])
      expect((await say(visit.link, { otherTime: 'yes', time })).status).toBe(303)
    const { applicantSays, applicantSaidAt } = (await agent.get(visit.at())).body
    expect(applicantSays).toMatchObject({ consent: 'given', time: 'Wednesday planted' })
    expect(applicantSays.timeAskedAt).toBe(applicantSaidAt)
    expect(applicantSaidAt > first).toBe(true)
    const page = (await look(visit.link)).text
    expect(page).toContain('You asked for another time.')
    // Whoever has the link reads it.
    expect(page).not.toContain('planted')
    const events = eventsIn(await readTrail(visit.key)).filter(({ what }) => what === 'timeAsked')
    expect(events.map(({ by, facts }) => [by, facts])).toEqual(
      Array(2).fill(['applicant', { purpose: 'applicant', number: 1 }]),
    )
    expect(world.logLines.join('\n') + JSON.stringify(events)).not.toContain('planted')
  })

  it('is asked to call where they have named ten other times', async () => {
    await say(visit.link, { consent: 'given' })
    for (let n = 1; n <= 10; n++)
      expect((await say(visit.link, { otherTime: 'yes', time: `Day ${n}` })).status).toBe(303)
    const over = await say(visit.link, { otherTime: 'yes', time: 'Day 11' })
    expect([over.status, over.text]).toEqual([409, expect.stringContaining('Please call us')])
    expect((await agent.get(visit.at())).body.applicantSays.time).toBe('Day 10')
  })

  it('is told what is wrong with an empty one, and may not ask without an agreement, nor once it is over', async () => {
    await say(visit.link, { consent: 'given' })
    const wrong = await say(visit.link, { otherTime: 'yes', time: ' ' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Please write a time, in 200 characters at most.')
    expect((await say(visit.link, { otherTime: 'yes', time: 'x'.repeat(201) })).status).toBe(400)

    const unanswered = await heldVisit()
    expect((await say(unanswered.link, { otherTime: 'yes', time: 'Monday' })).status).toBe(409)
    await say(unanswered.link, { withdraw: 'yes' })
    expect((await look(unanswered.link)).text).not.toContain('Another time')
    expect((await say(unanswered.link, { otherTime: 'yes', time: 'Monday' })).status).toBe(410)

    await say(visit.link, { withdraw: 'yes' })
    expect((await say(visit.link, { otherTime: 'yes', time: 'Monday' })).status).toBe(410)
  })
})

describe('what became of reports', () => {
  it('is counted for their agent alone, and the position of the claim is gone with the decision', async () => {
    const counting = await worker(world, `counted-${ordered}`, ['agent'])
    const quality = async () => (await counting.get('/v1/operations/quality')).body
    const none = { decided: 0, asFound: 0, otherwise: 0, returned: 0, strongFlags: 0, weakFlags: 0 }
    expect(await quality()).toMatchObject({ ...none, secondVisits: 0, secondVisitsAgree: 0 })
    await agent.delete(visit.at('/claim'))
    const measuredAt = new Date().toISOString()
    const position = { latitude: 6.6, longitude: 3.35, accuracyMetres: 12.5, measuredAt }
    await counting.post(visit.at('/claim'), { position })
    expect((await findAssignment(visit.key))?.claimedFrom).toEqual(position)
    await counting.post(visit.at('/report'), visitReport())
    const flags = (await reviewer.get(visit.at())).body.review.flags as { weight: string }[]
    await reviewer.post(visit.at('/decision'), { decision: 'return', comment: 'The gate, too.' })
    await counting.post(visit.at('/report'), visitReport())
    expect((await findAssignment(visit.key))?.claimedFrom).toEqual(position)
    expect(await quality()).toMatchObject(none)
    expect((await reviewer.post(visit.at('/decision'), approval)).status).toBe(200)
    // It follows the stream.
    await eventually(async () => (await quality()).decided === 1, 'what became of it')
    expect(await quality()).toMatchObject({
      decided: 1,
      asFound: 1,
      otherwise: 0,
      returned: 1,
      strongFlags: flags.filter(({ weight }) => weight === 'strong').length,
      weakFlags: flags.filter(({ weight }) => weight === 'weak').length,
    })
    expect(await findAssignment(visit.key)).toMatchObject({
      status: 'decided',
      claimedAt: expect.any(String),
    })
    expect((await findAssignment(visit.key))?.claimedFrom).toBeUndefined()
    expect((await agent.get('/v1/operations/quality')).body.decided).toBe(0)
    expect((await reviewer.get('/v1/operations/quality')).status).toBe(403)
  })
})
