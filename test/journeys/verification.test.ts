import { expect, it } from 'vitest'
import { version } from '../../infra/version.ts'
import { database } from '../../shared/table/driver.ts'
import { verificationKey } from '../../shared/verification/kinds.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import type { Received } from '../support/receiver.ts'

const world = await joinWorld()
const client = await world.client()
const receiver = await world.receiver()
await client.post('/v1/webhooks', { url: receiver.url })

const eventOf = (id: number): Promise<Received> =>
  eventually(
    () => receiver.received.find(({ body }) => JSON.parse(body).data.id === id),
    `the event of ${id}`,
  )

it('lets an integrator open the photos of an address event', async () => {
  const created = await client.post('/v1/addresses', addressOrder({ street: '7 Photo Close' }))
  const { data } = JSON.parse((await eventOf(created.body.id)).body)
  const links = [data.address.exteriorPhotos.photo1, data.address.interiorPhotos.photo1]
  for (const link of links) {
    expect(link).toMatch(/\/v1\/file\/[\w.-]{20,}$/)
    const photo = await fetch(link)
    expect(photo.headers.get('content-type')).toBe('image/jpeg')
    expect(photo.headers.get('content-disposition')).toMatch(
      new RegExp(`^inline; filename="${created.body.id}-(ex|in)teriorPhotos-photo1.jpeg"$`),
    )
    const start = Buffer.from(await photo.arrayBuffer()).subarray(0, 3)
    expect(start).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  }
  const forged = await fetch(`${links[0].slice(0, -4)}AAAA`, { redirect: 'manual' })
  expect(forged.status).toBe(404)
})

/** When a photo's link stops to work, in days from now. */
const daysOf = (link: string): number => {
  const [payload = ''] = link.split('/').at(-1)!.split('.')
  const [expiresAtSeconds] = Buffer.from(payload, 'base64url').toString().split(' ')
  return (Number(expiresAtSeconds) * 1000 - Date.now()) / 86_400_000
}

it('links to photos for an hour in an answer, and as long as the event in an event', async () => {
  const created = await client.post('/v1/addresses', addressOrder({ street: '8 Photo Close' }))
  const { data } = JSON.parse((await eventOf(created.body.id)).body)
  expect(daysOf(data.address.exteriorPhotos.photo1)).toBeCloseTo(90, 1)
  const { body } = await client.get(`/v1/addresses/${created.body.id}`)
  expect(daysOf(body.address.exteriorPhotos.photo1)).toBeCloseTo(1 / 24, 2)
})

it('logs who opened which photo of which verification by ids alone, and opens none of a record that is past its time', async () => {
  const created = await client.post('/v1/addresses', addressOrder({ street: '9 Photo Close' }))
  const { data } = JSON.parse((await eventOf(created.body.id)).body)
  const link = data.address.exteriorPhotos.photo2
  const open = () => fetch(link, { redirect: 'manual' })
  expect((await open()).status).toBe(302)
  expect((await fetch(`${link}.x`, { redirect: 'manual' })).status).toBe(404)
  const opened = await eventually(() =>
    world.logLines.find(line => line.includes('photo.opened') && line.includes(`${created.body.id}`)),
  )
  expect(JSON.parse(opened.slice(opened.indexOf('{'))).message).toEqual({
    event: 'photo.opened',
    organisationId: world.organisationId,
    mode: 'test',
    verificationId: created.body.id,
    slot: 'exteriorPhotos.photo2',
    version,
  })
  await reachTable(world.emulator)
  const tenant = { organisationId: world.organisationId, mode: 'test' } as const
  const past = { expiresAt: Math.floor(Date.now() / 1000) - 1 }
  await database.write({ update: verificationKey(tenant, created.body.id), set: past })
  expect((await open()).status).toBe(404)
})

it.each([
  [6.123456789012345, 6.1234568],
  [6.000000000000001, 6],
])('takes %d degrees, to seven decimals', async (degrees, kept) => {
  const order = addressOrder({ street: `${degrees} Number Street`, latitude: degrees, longitude: degrees })
  const { status, body } = await client.post('/v1/addresses', order)
  expect(status).toBe(201)
  const { initialLatitude, initialLongitude } = body.address.location
  expect([initialLatitude, initialLongitude]).toEqual([kept, kept])
})

it.each([1e-131, -1e-131, 5e-324])('refuses %d degrees, which are none of Nigeria', async degrees => {
  const order = addressOrder({ latitude: degrees, longitude: -degrees })
  const { status, body } = await client.post('/v1/addresses', order)
  expect(status).toBe(400)
  expect(body.errors).toEqual([
    { pointer: '/latitude', code: 'far_location', detail: expect.stringMatching(/0, 0/) },
  ])
})

it('answers coordinates of the request where there are some, and of the state where not', async () => {
  const given = { latitude: 6.5959, longitude: 3.3422 }
  const measured = await client.post('/v1/addresses', addressOrder({ street: '1 Here', ...given }))
  expect(measured.body.address.location).toMatchObject({
    initialLatitude: given.latitude,
    initialLongitude: given.longitude,
    locationUrl: expect.stringContaining('6.5959,3.3422'),
  })
  const derived = await client.post('/v1/addresses', addressOrder({ street: '2 There' }))
  expect(derived.body.address.location.initialLatitude).toBeCloseTo(6.6, 1)
})
