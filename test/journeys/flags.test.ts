import { expect, it } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { enrolledDevice, sendPhoto } from '../support/capture.ts'
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
  (await reviewer.get(at(assignment))).body.review.flags as readonly { code: string; slot: string | null }[]
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
  await other.post('/v1/operations/devices', { publicKey: device.publicKey })
  const second = await held(other)
  const far = { latitude: 6.7, longitude: 3.351486, accuracyMetres: 0, at: new Date().toISOString() }
  await sendPhoto(other, device, second, photo, { source: 'file', fixes: [far] })
  expect((await other.post(at(second, '/report'), visitReport())).status).toBe(200)
  expect(await codesOf(second)).toEqual([
    'device_new',
    'device_shared',
    'far_from_address',
    'accuracy_zero',
    'photo_seen_before',
    'from_file',
  ])
  const { verifindData } = (await reviewer.get(at(second))).body.review.found
  expect(verifindData).toMatchObject({ buildingImageDistance: 10_915, isVerifind4d: false })

  // Minutes later the same agent is where nobody could be by then.
  const third = await held(other)
  await sendPhoto(other, device, third, jpegOf(721, 540))
  await other.post(at(third, '/report'), visitReport())
  expect(await codesOf(third)).toContain('impossible_speed')
})

it('tells that an order stated no position, and that a visit has no photo with one', async () => {
  const { assignment } = await openWork(world)
  await one.post(at(assignment, '/claim'), {})
  await one.post(at(assignment, '/report'), visitReport())
  expect(await codesOf(assignment)).toEqual(['position_unknown'])
})
