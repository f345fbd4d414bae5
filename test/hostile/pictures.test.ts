import { describe, expect, it } from 'vitest'
import { countDecodes, countRefused, photosPerHour } from '../../shared/evidence/limits.ts'
import type { Answer, ApiClient } from '../support/api-client.ts'
import { enrolledDevice, sendPhoto } from '../support/capture.ts'
import { newClient } from '../support/clients.ts'
import { joinWorld } from '../support/environment.ts'
import { openWork, visitReport, worker } from '../support/fieldwork.ts'
import { asJpeg, disguises, housePicture } from '../support/houses.ts'
import { proAddressOrder, shownHouse } from '../support/orders.ts'
import { endedEarly, jpegOf, jpegThatSays } from '../support/pictures.ts'
import { reachTable } from '../support/reach-table.ts'
import { keptItems } from '../support/stored-items.ts'

/* Pictures that cost more than they weigh, by whoever sends them. */

const world = await joinWorld()
await reachTable(world.emulator)

let agents = 0

/** A new agent at a visit, who sends photos of it. */
const photographer = async () => {
  const agent = await worker(world, `pictures-agent-${++agents}`, ['agent'])
  const { assignment } = await openWork(world)
  await agent.post(`/v1/operations/assignments/${assignment}/claim`)
  const device = await enrolledDevice(agent)
  return (bytes: Uint8Array) => sendPhoto(agent, device, assignment, bytes)
}

it.each([
  ['7 KB that claim 52 megapixels', jpegThatSays(8192, 6144)],
  ['half a photo that says itself where it ends', endedEarly(jpegOf(1200, 900))],
])('%s are refused in words, from an agent and from a client', async (_name, bytes) => {
  const refused = await (await photographer())(bytes)
  expect(refused).toMatchObject({ status: 422, body: { code: 'photo_unreadable' } })
  expect(refused.body.detail).toContain('holds less than')
  const client = await world.client('local-test')
  const ordered = await client.post(
    '/v1/addresses/pro',
    proAddressOrder({ addressExtraData: shownHouse(bytes) }),
  )
  expect(ordered).toMatchObject({ status: 400, body: { errors: [{ code: 'photo_unreadable' }] } })
  expect(ordered.body.errors[0].detail).toContain('holds less than')
})

/** Sends until it is refused for the number alone; a limit's hour may end meanwhile. */
const untilLimited = async (most: number, send: () => Promise<Answer>) => {
  for (let count = 0; count <= 2 * most; count++) {
    const last = await send()
    if (last.status === 429) return { count, last }
  }
  throw new Error('There is no limit')
}

it('after ten refused photos of an agent in an hour, none is decoded', async () => {
  const { refused } = photosPerHour.agent
  const send = await photographer()
  let round = 0
  const { count, last } = await untilLimited(refused, () =>
    send(Buffer.concat([jpegThatSays(8192, 6144), Buffer.alloc(150_000 + round++)])),
  )
  expect(count).toBeGreaterThanOrEqual(refused)
  expect(last.body).toMatchObject({
    code: 'too_many_requests',
    detail: 'Too many photos were refused within an hour. Send the others after the next full hour.',
  })
  expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
  expect((await (await photographer())(jpegOf(640, 480))).status).toBe(200)
})

describe('photos in orders of a client', () => {
  const ordering = async (clientId: string, photo: Uint8Array) => {
    const scopes = ['addresses'] as const
    const client = await newClient(world, { clientId, scopes })
    const caller = { organisationId: world.organisationId, mode: 'test', clientId, scopes } as const
    const addressExtraData = shownHouse(photo)
    const order = () =>
      client.post('/v1/addresses/pro', proAddressOrder({ allowRevisit: true, addressExtraData }))
    return { caller, order }
  }

  it('are examined three thousand times in an hour', async () => {
    const { caller, order } = await ordering('pictures-many', jpegOf(640, 480))
    const { headers } = await order()
    expect(headers.get('ratelimit')).toMatch(/"photos-decoded";r=2999;t=\d+$/)
    const { last } = await untilLimited(2, async () => {
      await countDecodes('client', caller, Date.now(), 2998).catch(() => {})
      return order()
    })
    expect(last.body.detail).toBe(
      'More photos were sent within an hour than are examined. Send the others after the next full hour.',
    )
    expect((await (await ordering('pictures-few', jpegOf(640, 480))).order()).status).toBe(201)
  })

  it('are refused three hundred times', async () => {
    const { caller, order } = await ordering('pictures-bad', Buffer.from([0]))
    expect((await order()).status).toBe(400)
    const { count, last } = await untilLimited(2, async () => {
      for (let round = 0; round < 298; round++) await countRefused('client', caller, Date.now())
      return order()
    })
    expect([count > 0, last.body.code]).toEqual([true, 'too_many_requests'])
  })
})

describe('a photo of another verification', () => {
  /** Reports a visit with this photo; answers its ids, the flag about it and where the reviewer reads that it was seen. */
  const reported = async (bytes: Uint8Array, agent: ApiClient, reviewer: ApiClient) => {
    const { assignment, id } = await openWork(world)
    const at = `/v1/operations/assignments/${assignment}`
    await agent.post(`${at}/claim`)
    expect((await sendPhoto(agent, await enrolledDevice(agent), assignment, bytes)).status).toBe(200)
    await agent.post(`${at}/report`, visitReport())
    const { flags } = (await reviewer.get(at)).body.review
    const seen = flags.filter(({ code }: { code: string }) => code === 'photo_seen_before')
    const seenIn: { id: string; sha256: string }[] = seen.flatMap(
      ({ places }: { places: { seenIn: object }[] }) => places.map(({ seenIn }) => seenIn),
    )
    return { id, assignment, at, seen: seen.map(({ reason }: { reason: string }) => reason), seenIn }
  }
  const unnamed = expect.objectContaining({
    code: 'photo_seen_before',
    places: [{ at: 'exteriorPhotos.photo1', seenIn: null }],
  })
  const looks = () => keptItems(world, 'photo-look#live')
  const same = 'The very same photo stands in another verification.'
  const alike =
    'A photo that looks the same, drawn anew, resized, brighter or darker, stands in another verification.'

  it('is found however it is disguised, and no longer after that verification is erased', async () => {
    const agent = await worker(world, 'pictures-forger', ['agent'])
    const reviewer = await worker(world, 'pictures-reviewer', ['reviewer'])
    const see = (bytes: Uint8Array) => reported(bytes, agent, reviewer)
    const picture = housePicture(20)
    const before = await looks()
    const first = await see(asJpeg(picture))
    expect(first.seen).toEqual([])
    expect((await see(asJpeg(picture))).seen).toEqual([same])
    for (const [name, disguise] of Object.entries(disguises))
      expect([name, (await see(disguise(picture))).seen]).toEqual([name, [alike]])
    expect((await see(asJpeg(housePicture(20, 1)))).seen).toEqual([])
    expect((await see(asJpeg(housePicture(21)))).seen).toEqual([])
    const kept = (await looks()).filter(item => !before.includes(item))
    const ofFirst = kept.filter(item => item.includes(`"${first.id}"`))
    expect(ofFirst).toHaveLength(1)
    const key = { organisationId: world.organisationId, mode: 'live', verificationId: first.id }
    await world.administer({ command: 'erase', ...key })
    expect(await looks()).not.toContain(ofFirst[0])
  })

  it('is named with its case to a reviewer who may see it, and to nobody else', async () => {
    const agent = await worker(world, 'pictures-copier', ['agent'])
    const reviewer = await worker(world, 'pictures-other-reviewer', ['reviewer'])
    const both = await worker(world, 'pictures-both', ['agent', 'reviewer'])
    const picture = housePicture(22)
    const first = await reported(asJpeg(picture), both, reviewer)
    const photosOf = async ({ at }: { at: string }) => (await reviewer.get(`${at}/photos`)).body.data
    const [{ sha256 }] = await photosOf(first)
    for (const bytes of [asJpeg(picture), Object.values(disguises)[0]!(picture)]) {
      const second = await reported(bytes, agent, reviewer)
      expect(second.seenIn).toEqual([{ id: first.assignment, sha256 }])
      const { flags } = (await both.get(second.at)).body.review
      expect(flags).toContainEqual(unnamed)
      expect(JSON.stringify(flags)).not.toContain(first.assignment)
    }
    const last = await reported(asJpeg(picture), agent, reviewer)
    const key = { organisationId: world.organisationId, mode: 'live', verificationId: first.id }
    await world.administer({ command: 'erase', ...key })
    const { flags } = (await reviewer.get(last.at)).body.review
    expect(flags).toContainEqual(unnamed)
  })
})
