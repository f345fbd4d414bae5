import { describe, expect, it } from 'vitest'
import type { Route } from '../../shared/http/contract/route.ts'
import { routes } from '../../shared/routes.ts'
import type { Answer, ApiClient } from '../support/api-client.ts'
import { attestation, formOf } from '../support/attestations.ts'
import { enrolledDevice, sha256Of, type TestDevice, takePhoto, upload } from '../support/capture.ts'
import { askedEmployment, pageSentTo, send } from '../support/employer.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, againstFinding, decidedByTwo, openWork, visitReport } from '../support/fieldwork.ts'
import { photograph, recordOf, shot, stepsOf } from '../support/live-visit.ts'
import { signInOwn } from '../support/sign-in.ts'
import { keptItems, keptPhotos } from '../support/stored-items.ts'

/* What people may not do, and that nothing has changed when they have tried: with another role, with another's work, too late. */

const world = await joinWorld()
const customer = await world.client('local-live')
const agent = await signInOwn(world, 'refused-agent', 'agent')
const other = await signInOwn(world, 'refused-other', 'agent')
const reviewer = await signInOwn(world, 'refused-reviewer', 'reviewer')
const second = await signInOwn(world, 'refused-second', 'reviewer')
const operator = await signInOwn(world, 'refused-operator', 'operator')
const device = await enrolledDevice(agent)
const theirs = await enrolledDevice(other)

const at = (id: string, what = '') => `/v1/operations/assignments/${id}${what}`
const outside = shot('outside', 'exteriorPhotos.photo1', { metres: 10 })
const inside = shot('inside', 'interiorPhotos.photo1', { metres: 10 })
const byPhone = { attestation: { source: 'phone', ...attestation() } }
const link = { purpose: 'attest', channel: 'email' }

/** Every item that names it but counts of requests, the places among the visits of whoever holds it too, by its key. */
const itemsOf = async (id: number) => {
  const held = (await keptItems(world, 'worker#')).filter(item => item.includes(`${id}`))
  const items = [...(await keptItems(world, `${id}`)), ...held].map(item => JSON.parse(item))
  const stored = items.filter(item => item.sk.S !== 'rate-limit')
  return Object.fromEntries(stored.map(item => [`${item.pk.S} ${item.sk.S}`, item]))
}

/** All that is kept of a verification: its items, links among them, and its photos. */
const keptOf = async (id: number) => ({
  items: await itemsOf(id),
  photos: (await keptPhotos(world)).filter(key => key.includes(`/${id}/`)),
})

/** Does it, and sees that all is as it was. */
const changingNothing = async <Answered>(id: number, action: () => Promise<Answered>): Promise<Answered> => {
  const before = await keptOf(id)
  expect(Object.keys(before.items).length).toBeGreaterThan(2)
  const answered = await action()
  expect(await keptOf(id)).toEqual(before)
  return answered
}

const appointment = () => ({ at: new Date(Date.now() + 3_600_000).toISOString(), isOnTheWay: false })

/** Every way to change work, as somebody does it who may in principle. */
const writes: Readonly<Record<string, (by: ApiClient, id: string, using: TestDevice) => Promise<Answer>>> = {
  claimAssignment: (by, id) => by.post(at(id, '/claim')),
  releaseAssignment: (by, id) => by.delete(at(id, '/claim')),
  setAppointment: (by, id) => by.post(at(id, '/appointment'), appointment()),
  deleteAppointment: (by, id) => by.delete(at(id, '/appointment')),
  recordPhotos: (by, id, using) => by.post(at(id, '/photos'), { records: [recordOf(using, id, outside)] }),
  takePhoto: (by, id) => takePhoto(by, id, inside.bytes, inside.slot),
  fileReport: (by, id) => by.post(at(id, '/report'), { ...visitReport(), ...byPhone }),
  recordContactAttempt: (by, id) => by.post(at(id, '/attempts'), { channel: 'phone', outcome: 'noAnswer' }),
  sendLink: (by, id) => by.post(at(id, '/links'), link),
  decideAssignment: (by, id) => by.post(at(id, '/decision'), { ...approval, adminComment: 'Late.' }),
  handOverAssignment: (by, id) => by.post(at(id, '/hand-over'), { to: 'refused-reviewer', words: 'Late.' }),
}
const reads = ['', '/photos', '/attempts', '/links', '/trail'] as const

const ofWork = Object.entries<Route>(routes).filter(([, { path }]) =>
  path.startsWith('/v1/operations/assignments/{id}'),
)

it('are all actions that change work', () => {
  const changing = ofWork.filter(([, { method }]) => method !== 'GET').map(([action]) => action)
  expect(changing.toSorted()).toEqual(Object.keys(writes).toSorted())
})

const told = ({ status, body }: Answer) => [status, body.code]

/** A visit in the agent's hands, with a photo stored and another one's bytes on their way. */
const heldVisit = async () => {
  const work = await openWork(world)
  const steps = stepsOf(work.assignment)
  await steps.claim(agent)
  await photograph(agent, device, work.assignment, [outside])
  const [recorded] = await steps.record(agent, [recordOf(device, work.assignment, inside)])
  return { ...work, steps, uploadLate: () => upload(recorded.upload, inside.bytes) }
}

describe('somebody with another role', () => {
  it('is refused by every action on work, and nothing changes', async () => {
    const { id, assignment } = await heldVisit()
    const allows = ({ access }: Route, role: string) =>
      [access].flat().includes(`operations.${role}` as never)
    const callers = [
      ['customer', customer],
      ['operator', operator],
      ['agent', agent],
      ['reviewer', reviewer],
    ] as const
    await changingNothing(id, async () => {
      for (const [role, by] of callers)
        for (const [action, route] of ofWork.filter(([, each]) => !allows(each, role))) {
          const path = route.path.replace('{id}', assignment).replace('{slot}', outside.slot)
          const answer = await (writes[action]?.(by, assignment, device) ?? by.get(path))
          expect([role, action, ...told(answer)]).toEqual([role, action, 403, 'product_not_enabled'])
        }
    })
    expect((await customer.get('/v1/operations/assignments')).status).toBe(403)
    expect((await operator.get('/v1/operations/assignments')).status).toBe(403)
  })
})

describe('an agent', () => {
  it('neither reads nor changes what another agent holds', async () => {
    const { id, assignment } = await heldVisit()
    const employment = await askedEmployment(world, agent)
    await changingNothing(id, async () => {
      const read = await Promise.all(reads.map(what => other.get(at(assignment, what))))
      expect(read.map(told)).toEqual([
        [404, 'not_found'],
        [409, 'lease_lost'],
        [404, 'not_found'],
        [404, 'not_found'],
        [403, 'product_not_enabled'],
      ])
      const answers: Record<string, unknown> = {}
      for (const [action, write] of Object.entries(writes))
        answers[action] = told(await write(other, assignment, theirs))
      expect(answers).toEqual({
        claimAssignment: [409, 'already_claimed'],
        releaseAssignment: [204, undefined],
        setAppointment: [409, 'lease_lost'],
        deleteAppointment: [409, 'lease_lost'],
        recordPhotos: [409, 'lease_lost'],
        takePhoto: [409, 'lease_lost'],
        fileReport: [409, 'lease_lost'],
        recordContactAttempt: [409, 'lease_lost'],
        sendLink: [409, 'lease_lost'],
        decideAssignment: [403, 'product_not_enabled'],
        handOverAssignment: [403, 'product_not_enabled'],
      })
    })
    await changingNothing(employment.id, async () => {
      for (const what of ['', '/attempts', '/links'])
        expect(told(await other.get(at(employment.assignment, what)))).toEqual([404, 'not_found'])
      for (const action of ['recordContactAttempt', 'sendLink', 'fileReport'])
        expect(told(await writes[action]!(other, employment.assignment, theirs))).toEqual([409, 'lease_lost'])
    })
  })
})

/** What of it counts among the visits that an agent holds. */
const placesIn = (items: object) => Object.keys(items).filter(key => key.includes(' claim#'))

/**
 * Waits until all that follows from an end has been done: the work is off the lists, the event is there, and, which the
 * workflow's signal does at its own time, nobody holds a place for it.
 */
const settled = (id: number) =>
  eventually(async () => {
    const stored = await itemsOf(id)
    const items = Object.entries(stored)
    const isOpen = items.some(([key]) => key.includes('#open#'))
    const isTold = items.some(([key]) => key.endsWith(`evt_${id}_completed event`))
    const isDecided = items.some(([, { status }]) => status?.S === 'decided')
    return isTold && !isOpen && isDecided && placesIn(stored).length === 0
  }, 'all that follows from the end')

/** What each action answers on work that is over, whoever tries. */
const over = {
  claimAssignment: [409, 'already_decided'],
  releaseAssignment: [204, undefined],
  setAppointment: [409, 'already_decided'],
  deleteAppointment: [409, 'already_decided'],
  recordPhotos: [409, 'already_decided'],
  takePhoto: [409, 'already_decided'],
  fileReport: [409, 'already_decided'],
  recordContactAttempt: [409, 'already_decided'],
  sendLink: [409, 'already_decided'],
  decideAssignment: [409, 'already_decided'],
  handOverAssignment: [409, 'already_decided'],
}

const ofReviewers = ['decideAssignment', 'handOverAssignment']

const tryAll = async (assignment: string) => {
  const agents = [
    [agent, device],
    [other, theirs],
  ] as const
  for (const [by, using] of agents) {
    const answers: Record<string, unknown> = {}
    for (const [action, write] of Object.entries(writes))
      answers[action] = told(await write(ofReviewers.includes(action) ? second : by, assignment, using))
    expect(answers).toEqual(over)
  }
  expect(told(await reviewer.post(at(assignment, '/claim')))).toEqual([409, 'already_decided'])
  for (const decision of [
    { decision: 'return', comment: 'Once more.' },
    { ...approval, adminComment: 'Otherwise.' },
  ])
    expect(told(await reviewer.post(at(assignment, '/decision'), decision))).toEqual([409, 'already_decided'])
}

const cancel = (path: string, id: number) => customer.delete(`${path}/${id}`)

describe('a visit that is decided', () => {
  it('takes nothing more from anybody', async () => {
    const { id, assignment, steps, uploadLate } = await heldVisit()
    await uploadLate()
    await steps.arrive(agent, inside)
    await steps.report(agent, visitReport().visit)
    await steps.decide(reviewer, approval)
    await settled(id)
    await changingNothing(id, async () => {
      await tryAll(assignment)
      expect(told(await cancel('/v1/addresses', id))).toEqual([409, 'not_cancellable'])
    })
  })
})

describe('a visit that is cancelled while an agent is there', () => {
  it('takes nothing more, is held by nobody, and bytes that were on their way are shown to nobody', async () => {
    const { id, assignment, uploadLate } = await heldVisit()
    expect(placesIn(await itemsOf(id))).toHaveLength(1)
    expect((await cancel('/v1/addresses', id)).status).toBe(200)
    await settled(id)
    // Its link was given before, and the store knows nothing of an end.
    expect((await uploadLate()).status).toBe(200)
    await changingNothing(id, () => tryAll(assignment))
    const incoming = (await keptOf(id)).photos.filter(key => key.startsWith('incoming/'))
    const key = `incoming/${world.organisationId}/live/${id}/${sha256Of(inside.bytes)}-`
    expect(incoming.map(each => each.slice(0, key.length))).toEqual([key])
    expect((await keptOf(id)).photos.filter(key => key.includes(inside.slot))).toEqual([])
  })
})

describe('an employment that is decided', () => {
  it('takes nothing more from anybody, the employer among them', async () => {
    const { id, assignment, page } = await askedEmployment(world, agent)
    expect((await agent.post(at(assignment, '/report'), byPhone)).status).toBe(200)
    const approve = { ...approval, againstFinding }
    expect((await decidedByTwo([reviewer, second], assignment, approve)).status).toBe(200)
    await settled(id)
    await changingNothing(id, async () => {
      await tryAll(assignment)
      expect((await send(page, formOf(attestation()))).status).toBe(410)
      expect(told(await cancel('/v1/employments', id))).toEqual([409, 'not_cancellable'])
    })
  })
})

describe('an employment that is cancelled while its employer is asked', () => {
  it('takes nothing more from anybody, the employer among them', async () => {
    const { id, assignment, page, employerEmail } = await askedEmployment(world, agent)
    expect((await cancel('/v1/employments', id)).status).toBe(200)
    await settled(id)
    await changingNothing(id, async () => {
      await tryAll(assignment)
      expect((await send(page, formOf(attestation()))).status).toBe(410)
    })
    expect(await pageSentTo(world, employerEmail)).toBe(page)
  })
})
