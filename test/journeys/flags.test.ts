import { expect, it } from 'vitest'
import { eventsIn } from '../../shared/trail/entry.ts'
import type { ApiClient } from '../support/api-client.ts'
import { enrolDevice, enrolledDevice, sendPhoto } from '../support/capture.ts'
import { onceTold } from '../support/disputes.ts'
import { joinWorld } from '../support/environment.ts'
import { openWork, visitReport, worker } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { jpegOf } from '../support/pictures.ts'

/* What a reviewer is told of a visit's evidence, with what is known from other visits. */

const world = await joinWorld()
const one = await worker(world, 'agent-one', ['agent'])
const other = await worker(world, 'agent-other', ['agent'])
const reviewer = await worker(world, 'a-reviewer', ['reviewer'])

const at = (id: string, what = '') => `/v1/operations/assignments/${id}${what}`
const position = { latitude: 6.601838, longitude: 3.351486 }

let ordered = 0
/** A visit that this agent holds, of an address whose position the order states. */
const held = async (agent: ApiClient): Promise<string> => {
  const order = addressOrder({ street: `${++ordered} Flagged Street`, allowRevisit: true, ...position })
  const { assignment } = await openWork(world, '/v1/addresses', order)
  await agent.post(at(assignment, '/claim'), {})
  return assignment
}

const flagsOf = async (assignment: string) =>
  (await reviewer.get(at(assignment))).body.review.flags as readonly { code: string }[]
const codesOf = async (assignment: string) => (await flagsOf(assignment)).map(({ code }) => code)

it('names what the photos, the devices and the agent’s other visits say, and refuses nothing', async () => {
  const device = await enrolledDevice(one)
  // Of a size that no other journey's photos have: whether one was seen before is asked of all visits.
  const photo = jpegOf(720, 540)
  const first = await held(one)
  expect((await sendPhoto(one, device, first, photo)).status).toBe(200)
  expect((await one.post(at(first, '/report'), visitReport())).status).toBe(200)
  // A device of minutes ago is remarkable, and no more than that.
  expect(await codesOf(first)).toEqual(['device_new'])

  // The same photo for another address, from a telephone that another agent used before, and from far away.
  await enrolDevice(other, device)
  const second = await held(other)
  const far = { latitude: 6.7, longitude: 3.351486, accuracyMetres: 0, at: new Date().toISOString() }
  await sendPhoto(other, device, second, photo, { source: 'file', fixes: [far] })
  expect((await other.post(at(second, '/report'), visitReport())).status).toBe(200)
  expect(await codesOf(second)).toEqual([
    'outside_state',
    'photo_seen_before',
    'far_from_address',
    'accuracy_zero',
    'device_shared',
    'from_file',
    'device_new',
  ])
  const { verifindData } = (await reviewer.get(at(second))).body.review.found
  expect(verifindData).toMatchObject({ buildingImageDistance: 10_915, isVerifind4d: false })

  // Minutes later the same agent is where nobody could be by then.
  const third = await held(other)
  await sendPhoto(other, device, third, jpegOf(721, 540))
  await other.post(at(third, '/report'), visitReport())
  expect(await codesOf(third)).toContain('impossible_speed')
})

it('has strong flags answered in words by whoever approves, or upholds an approval', async () => {
  const agent = await worker(world, 'agent-flagged', ['agent'])
  const assignment = await held(agent)
  const far = { ...position, latitude: 6.7, accuracyMetres: 0, at: new Date().toISOString() }
  await sendPhoto(agent, await enrolledDevice(agent), assignment, jpegOf(722, 540), { fixes: [far] })
  await agent.post(at(assignment, '/report'), visitReport())
  const decide = async (by: ApiClient, id: string, body: object) => {
    const { status, body: answer } = await by.post(at(id, '/decision'), { decision: 'approve', ...body })
    return [status, answer.errors ?? answer.code ?? answer.status.subStatus]
  }
  const detail =
    'Say in words what explains the strong flags: outside_state, far_from_address, accuracy_zero.'
  const refusal = [400, [{ pointer: '/flagsAnswer', code: 'required', detail }]]
  for (const body of [{}, { flagsAnswer: ' ' }, { adminComment: 'Fine.' }])
    expect(await decide(reviewer, assignment, body)).toEqual(refusal)
  expect(await flagsOf(assignment)).toMatchObject([
    { code: 'outside_state', weight: 'strong' },
    { code: 'far_from_address', weight: 'strong' },
    { code: 'accuracy_zero', weight: 'strong' },
    { code: 'device_new', weight: 'weak' },
  ])
  const { data } = (await reviewer.get(`${at('').slice(0, -1)}?list=reported&limit=100`)).body
  expect(data.find(({ id }: { id: string }) => id === assignment).waiting).toMatchObject({
    flags: 4,
    strongFlags: 3,
  })
  const answered = { flagsAnswer: 'The phone was in a tower block: it is the house of the photo.' }
  const done = [200, 'VERIFIED']
  expect(await decide(reviewer, assignment, answered)).toEqual(done)
  // The same decision again is harmless; with other words it is another one.
  expect(await decide(reviewer, assignment, answered)).toEqual(done)
  expect(await decide(reviewer, assignment, { flagsAnswer: 'Else.' })).toEqual([409, 'already_decided'])

  const customer = await world.client('local-live')
  const [, id] = assignment.split('-')
  await onceTold(() => customer.post(`/v1/addresses/${id}/dispute`, { reason: 'He moved.' }))
  const second = await worker(world, 'b-reviewer', ['reviewer'])
  const disputed = `${assignment}-d1`
  expect((await second.get(at(disputed))).body.review.objection).toMatchObject(answered)
  expect(await decide(second, disputed, {})).toEqual(refusal)
  expect(await decide(second, disputed, { flagsAnswer: 'Still so.' })).toEqual(done)
  const { entries } = (await reviewer.get(at(assignment, '/trail'))).body
  const ends = eventsIn(entries).filter(({ what }) => what === 'decided' || what === 'upheld')
  const strongFlags = 'outside_state far_from_address accuracy_zero'
  expect(ends.map(({ facts }) => facts)).toEqual([
    { outcome: 'verified', strongFlags },
    { outcome: 'verified', dispute: 1, revision: 1, strongFlags },
  ])
  expect(JSON.stringify((await customer.get(`/v1/addresses/${id}`)).body)).not.toContain('tower block')
})

it('tells that photos and report of an address in Surulere came from Abuja', async () => {
  const abuja = { latitude: 9.0765, longitude: 7.4706, accuracyMetres: 8.4 }
  const order = addressOrder({ street: 'Abroad Street', city: 'Surulere', lgaName: 'Surulere' })
  const { assignment } = await openWork(world, '/v1/addresses', order)
  const agent = await worker(world, 'agent-abroad', ['agent'])
  await agent.post(at(assignment, '/claim'), {})
  const device = await enrolledDevice(agent)
  const fixes = [{ ...abuja, at: new Date().toISOString() }]
  await sendPhoto(agent, device, assignment, jpegOf(724, 540), { fixes })
  const report = visitReport({ position: { ...abuja, measuredAt: new Date().toISOString() } })
  expect((await agent.post(at(assignment, '/report'), report)).status).toBe(200)
  const outside = '450 km outside Lagos, the state of the order.'
  const places = ['report', 'exteriorPhotos.photo1'].map(at => ({ at, seenIn: null }))
  expect((await flagsOf(assignment))[0]).toEqual({
    code: 'outside_state',
    weight: 'strong',
    reason: outside,
    places,
  })
  const { body } = await reviewer.post(at(assignment, '/decision'), { decision: 'approve' })
  expect(body.errors[0].detail).toContain('the strong flags: outside_state')
})

it('tells that an order stated no position, and that a visit has no photo with one', async () => {
  const { assignment } = await openWork(world)
  await one.post(at(assignment, '/claim'), {})
  await one.post(at(assignment, '/report'), visitReport())
  expect(await codesOf(assignment)).toEqual(['no_photo', 'no_position', 'position_unknown'])
})
