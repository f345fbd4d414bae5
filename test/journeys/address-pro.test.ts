import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { deletePhotosByPrefix } from '../../shared/aws/bucket.ts'
import { applicantPhotoLimitBytes, proBodyLimitBytes } from '../../shared/verification/contract/property.ts'
import type { Answer, ApiClient } from '../support/api-client.ts'
import { enrolledDevice, sha256Of } from '../support/capture.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { segmentsOf, withMetadata } from '../support/exif.ts'
import { photograph, positionAt, shot, stated, stepsOf } from '../support/live-visit.ts'
import { functionNamed } from '../support/names.ts'
import { extraData, proAddressOrder } from '../support/orders.ts'
import { executable, hundredMegapixels, jpegOf, pngOf } from '../support/pictures.ts'
import type { Receiver } from '../support/receiver.ts'
import { linesOf } from '../support/reports.ts'
import { type Person, signIn } from '../support/sign-in.ts'
import { bucketOf, keptItems, keptPhotos } from '../support/stored-items.ts'

/* An order with what the applicant says and shows of the house: what people see of it, and what is not taken. */

const path = '/v1/addresses/pro'
const canary = 'Canarycamera-8813'

let world: World
let customer: ApiClient
let sandbox: ApiClient
let receiver: Receiver
let agent: Person
let reviewer: Person

beforeAll(async () => {
  world = await startWorld({ settings: { fieldwork: { ...stages.local.fieldwork, backCheckShare: 0 } } })
  customer = await world.client('local-live')
  sandbox = await world.client('local-test')
  receiver = await world.receiver()
  await customer.post('/v1/webhooks', { url: receiver.url })
  agent = await signIn(world, 'agent-1')
  reviewer = await signIn(world, 'reviewer-1')
})
afterAll(() => world[Symbol.asyncDispose]())

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const front = withMetadata(jpegOf(1200, 900), { canary, orientation: 6 })
const gate = pngOf(400, 300)

const description = 'Canarydescription: <b>behind</b> the pharmacy & the church'
const house = extraData({ generalDescription: description, houseNumber: '12b', ...stated })
const photos = { applicantPhoto1: base64(front), applicantPhoto3: base64(gate) }
const order = (street: string, changes: object = {}) =>
  proAddressOrder({ street, addressExtraData: { ...house, ...photos }, ...changes })

const keptOf = async (id: number): Promise<readonly string[]> =>
  (await keptPhotos(world)).filter(key => key.includes(`/${id}/`)).sort()

const files = [
  `applicantPhoto1-${sha256Of(front)}-thumbnail.jpeg`,
  `applicantPhoto1-${sha256Of(front)}.jpeg`,
  `applicantPhoto3-${sha256Of(gate)}-thumbnail.jpeg`,
  `applicantPhoto3-${sha256Of(gate)}.jpeg`,
]

const at = (assignment: string) => `/v1/operations/assignments/${assignment}`
const workOf = async ({ body }: Answer): Promise<string> => {
  const assignment = `${body.address.organisationId}-${body.id}`
  await eventually(async () => (await agent.get(at(assignment))).status === 200, 'the work to be open')
  return assignment
}

const bytesAt = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer())
const wrongIn = ({ status, body }: Answer) => [
  status,
  (body.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
]

describe('an order with what the applicant shows', () => {
  let ordered: Answer
  let assignment: string

  beforeAll(async () => {
    ordered = await customer.post(path, order('1 Pro Street'))
    assignment = await workOf(ordered)
  })

  it('is answered as an order of an address, at the position that the applicant confirmed', () => {
    const { location, price, verificationTypeCode } = ordered.body.address
    expect([ordered.status, price, verificationTypeCode]).toEqual([201, 0, 'address'])
    expect(location).toEqual({
      ...{ city: 'Ikeja', landmark: 'Opposite the roundabout', street: '1 Pro Street' },
      ...{ stateName: 'Lagos', lgaName: 'Ikeja' },
      ...{ initialLatitude: stated.latitude, initialLongitude: stated.longitude, ...stated },
      locationUrl: expect.stringContaining(`${stated.latitude},${stated.longitude}`),
    })
    expect(JSON.stringify(ordered.body)).not.toMatch(/Canary|applicantPhoto|property|addressExtraData/)
  })

  it('keeps its photos drawn anew, and none of them as it came', async () => {
    const { id } = ordered.body
    const own = `1/live/${id}`
    expect(await keptOf(id)).toEqual([
      ...files.map(file => `evidence/${own}/${file}`),
      // Copies, which the lifecycle of uploads takes away.
      ...files.map(file => `incoming/${own}/drawn/${file}`),
    ])
  })

  const claimed = {
    houseNumber: '12b',
    generalDescription: description,
    buildingDescription: 'Residential',
    buildingType: 'Bungalow',
    buildingStatus: 'Completed and Painted',
    buildingColour: 'Cream',
    hasGateAndFence: true,
  }
  const url = expect.stringMatching(/\/v1\/file\/[\w.-]{20,600}$/)

  it('shows its agent what to look for, with small photos that a telephone can keep', async () => {
    const { body } = await agent.get(at(assignment))
    expect(body.property).toEqual({
      ...claimed,
      photos: [
        { slot: 'applicantPhoto1', width: 900, height: 1200, photoUrl: url, thumbnail: expect.any(String) },
        { slot: 'applicantPhoto3', width: 400, height: 300, photoUrl: url, thumbnail: expect.any(String) },
      ],
    })
    expect([body.place.latitude, body.place.longitude]).toEqual([stated.latitude, stated.longitude])
    for (const { photoUrl, thumbnail } of body.property.photos) {
      const [whole, small] = [await bytesAt(photoUrl), Buffer.from(thumbnail, 'base64')]
      for (const bytes of [whole, small]) {
        expect(bytes.includes(canary)).toBe(false)
        expect(segmentsOf(bytes).filter(name => /^APP[1-9]|COM/.test(name))).toEqual([])
      }
      expect(small.length).toBeLessThan(whole.length)
    }
    const { data } = (await agent.get('/v1/operations/assignments?stateId=24&limit=100')).body
    expect(JSON.stringify(data)).not.toContain('Canarydescription')
  })

  it('is visited, and compared by a reviewer who sees both houses and the way between them', async () => {
    const steps = stepsOf(assignment)
    await steps.claim(agent, 300)
    await photograph(agent, await enrolledDevice(agent), assignment, [
      shot('pro', 'exteriorPhotos.photo1', { metres: 24 }),
    ])
    const findings = { addressExists: true, hadAccess: true, isThere: true }
    await steps.report(agent, { findings, position: positionAt(17), addressType: 'Bungalow' })
    await steps.claim(reviewer)
    const { property, review } = await steps.case(reviewer)
    expect(property).toEqual({
      ...claimed,
      photos: [
        { slot: 'applicantPhoto1', width: 900, height: 1200, photoUrl: url, thumbnail: null },
        { slot: 'applicantPhoto3', width: 400, height: 300, photoUrl: url, thumbnail: null },
      ],
    })
    expect((await bytesAt(property.photos[0].photoUrl)).subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(review.found.verifindData).toMatchObject({ buildingImageDistance: 24, deviceLocationDistance: 17 })
    expect(review.flags.map(({ code }: { code: string }) => code)).not.toContain('position_unknown')
    const { entries } = await steps.trail(reviewer)
    expect(entries.filter(({ what }: { what: string }) => what === 'photoOpened')).toMatchObject([
      { by: 'agent-1', facts: { slot: 'applicantPhoto1' } },
      { by: 'agent-1', facts: { slot: 'applicantPhoto3' } },
      { by: 'reviewer-1', facts: { slot: 'applicantPhoto1' } },
    ])
    await steps.decide(reviewer, { decision: 'approve' })
  })

  it('is told to the customer as a record of an address, at the price of its own', async () => {
    const { id } = ordered.body
    const event = await eventually(
      () => receiver.received.find(each => each.id === `evt_${id}_completed`),
      'the event',
    )
    const { address } = JSON.parse(event.body).data
    expect([address.price, address.verificationTypeCode, address.status.status]).toEqual([
      stages.local.prices['address-pro'],
      'address',
      'VERIFIED',
    ])
    expect(event.body).not.toMatch(/Canary|applicantPhoto|generalDescription/)
    const read = (await customer.get(`/v1/addresses/${id}`)).body
    expect(Object.keys(read.address).sort()).toEqual(Object.keys(address).sort())
  })

  it('has in its report what was claimed, in words and pictures, beside what was found', async () => {
    const { body } = await customer.get(`/v1/addresses/${ordered.body.id}/report`)
    const lines = linesOf(body)
    expect(lines).toContain(`How it is described | ${description}`)
    expect(lines).toContain('The house | Bungalow, Residential, Completed and Painted, Cream, gate and fence')
    expect(lines).toContain(`Position confirmed on a map | ${stated.latitude}, ${stated.longitude}`)
    expect(lines.find(line => line.startsWith('Position') && line.includes('away'))).toContain('17 m')
    expect(body.match(/<img src="data:image\/jpeg;base64,/g)).toHaveLength(3)
    expect(body).toContain('alt="Applicant’s 1"')
    expect(body).not.toContain('<b>behind')
  })

  it('is in no log line', () => {
    expect(world.logLines.filter(line => /Canary|generalDescription/.test(line))).toEqual([])
  })
})

describe('an order that comes again', () => {
  it('is one order with its photos once, under the same key or another', async () => {
    const headers = { 'idempotency-key': 'pro-once' }
    const [first, second] = await Promise.all([
      customer.post(path, order('2 Pro Street'), headers),
      customer.post(path, order('2 Pro Street'), headers),
    ])
    const { body } = await customer.post(path, order('2 Pro Street'), headers)
    const ids = [first, second].flatMap(one => (one.status === 409 ? [] : [one.body.id]))
    expect(new Set(ids)).toEqual(new Set([body.id]))
    // What is said of the house makes no other house of it.
    const other = { ...house, buildingColour: 'Blue', applicantPhoto1: base64(gate) }
    const again = await customer.post(path, order('2 Pro Street', { addressExtraData: other }))
    expect([again.status, again.body.id, again.body.duplicateRequest]).toEqual([200, body.id, true])
    const standing = (await keptPhotos(world)).filter(key => key.startsWith('evidence/1/live/'))
    expect(standing.filter(key => key.includes(`/${body.id}/`))).toHaveLength(files.length)
    const records = (await keptItems(world)).filter(
      item => item.includes('"2 Pro Street"') && item.includes('"verification"'),
    )
    expect(records).toHaveLength(1)
  })
})

describe('an order that broke off between its acceptance and its photos', () => {
  it.each([
    [
      'by whoever sends it again without a key',
      async (street: string) => {
        expect((await customer.post(path, order(street))).status).toBe(200)
      },
    ],
    [
      'by whoever opens its work',
      async (_street: string, id: number) => {
        const key = { organisationId: world.organisationId, mode: 'live', verificationId: id }
        await world.region.invoke(functionNamed('completion-assign'), { ...key, token: 'of-the-test' })
      },
    ],
  ] as const)('has them laid down %s', async (how, goOn) => {
    const street = `5 ${how}`
    const ordered = await customer.post(path, order(street))
    await workOf(ordered)
    const { id } = ordered.body
    Object.assign(process.env, world.region.environment, { MEDIA_BUCKET: bucketOf(world) })
    expect(await deletePhotosByPrefix(`evidence/1/live/${id}/`, false)).toBe(files.length)
    await goOn(street, id)
    expect((await keptOf(id)).filter(key => key.startsWith('evidence/'))).toHaveLength(files.length)
  })
})

const twice = base64(gate)
const refusals: readonly (readonly [string, object, readonly (readonly [string, string])[]])[] = [
  [
    'a picture of a hundred megapixels',
    { applicantPhoto1: base64(hundredMegapixels()) },
    [['1', 'photo_too_large']],
  ],
  [
    'a photo that breaks off',
    { applicantPhoto2: base64(front.subarray(0, 20_000)) },
    [['2', 'photo_unreadable']],
  ],
  [
    'a drawing of vectors',
    { applicantPhoto3: base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) },
    [['3', 'photo_not_an_image']],
  ],
  ['a program', { applicantPhoto1: base64(executable()) }, [['1', 'photo_not_an_image']]],
  [
    'a single byte beside a good photo',
    { applicantPhoto1: 'AA==', applicantPhoto2: twice },
    [['1', 'photo_not_an_image']],
  ],
  [
    'two that are bad for reasons of their own',
    { applicantPhoto1: 'AA==', applicantPhoto2: base64(pngOf(20, 20)) },
    [
      ['1', 'photo_not_an_image'],
      ['2', 'photo_unreadable'],
    ],
  ],
  ['a data URL', { applicantPhoto1: `data:image/png;base64,${twice}` }, [['1', 'wrong_form']]],
  [
    'base64 with line breaks',
    { applicantPhoto1: `${twice.slice(0, 76)}\r\n${twice.slice(76)}` },
    [['1', 'wrong_form']],
  ],
  [
    'a number and a list for photos',
    { applicantPhoto1: 7, applicantPhoto2: [twice] },
    [
      ['1', 'wrong_type'],
      ['2', 'wrong_type'],
    ],
  ],
  [
    'a photo above the limit',
    { applicantPhoto2: base64(Buffer.alloc(applicantPhotoLimitBytes + 1)) },
    [['2', 'photo_too_large']],
  ],
]

describe('what is not taken', () => {
  it.each(refusals)('%s', async (_what, changes, expected) => {
    const before = await keptPhotos(world)
    const answer = await sandbox.post(
      path,
      proAddressOrder({ street: '3 Pro Street', addressExtraData: { ...house, ...changes } }),
    )
    const wrong = expected.map(([number, code]) => [`/addressExtraData/applicantPhoto${number}`, code])
    expect(wrongIn(answer)).toEqual([400, wrong])
    // Nothing lies where it would stay.
    const left = (await keptPhotos(world)).filter(key => !before.includes(key))
    expect(left.filter(key => !/^incoming\/.*\/drawn\//.test(key))).toEqual([])
  })

  it('leaves its Idempotency-Key to the order with a better photo', async () => {
    const send = (applicantPhoto2: string) =>
      sandbox.post(
        path,
        proAddressOrder({ street: '6 Pro Street', addressExtraData: { ...house, applicantPhoto2 } }),
        { 'idempotency-key': 'pro-better' },
      )
    const refused = await send(base64(front.subarray(0, 20_000)))
    expect(wrongIn(refused)).toEqual([400, [['/addressExtraData/applicantPhoto2', 'photo_unreadable']]])
    expect((await send(base64(front))).status).toBe(201)
  })

  it('is named field by field, with no value said again', async () => {
    const wrong = {
      ...{ generalDescription: 'Canary\u0007', latitude: '6.6', longitude: 3000, hasGateAndFence: 'yes' },
      ...{ buildingType: 'Castle', buildingColour: '' },
    }
    const answer = await sandbox.post(path, proAddressOrder({ addressExtraData: { ...house, ...wrong } }))
    expect(wrongIn(answer)).toEqual([
      400,
      [
        ['/addressExtraData/generalDescription', 'wrong_form'],
        ['/addressExtraData/latitude', 'wrong_type'],
        ['/addressExtraData/longitude', 'too_big'],
        ['/addressExtraData/hasGateAndFence', 'wrong_type'],
        ['/addressExtraData/buildingType', 'not_allowed'],
        ['/addressExtraData/buildingColour', 'too_small'],
      ],
    ])
    expect(JSON.stringify(answer.body)).not.toMatch(/Canary|Castle|3000/)
  })

  it('is a position that cannot be in Nigeria, or half of one', async () => {
    const swapped = { latitude: house.longitude, longitude: house.latitude }
    const { latitude: _, ...half } = house
    const [outside, missing, none] = [
      await sandbox.post(path, proAddressOrder({ addressExtraData: { ...house, ...swapped } })),
      await sandbox.post(path, proAddressOrder({ addressExtraData: half })),
      await sandbox.post(path, proAddressOrder({ addressExtraData: undefined })),
    ]
    expect(wrongIn(outside)).toEqual([400, [['/addressExtraData/latitude', 'too_small']]])
    expect(wrongIn(missing)).toEqual([400, [['/addressExtraData/latitude', 'required']]])
    expect(wrongIn(none)).toEqual([400, [['/addressExtraData', 'required']]])
  })

  it('is ten thousand characters of description, or a body beyond what Lambda takes', async () => {
    const long = { ...house, generalDescription: 'x'.repeat(10_000) }
    expect(wrongIn(await sandbox.post(path, proAddressOrder({ addressExtraData: long })))).toEqual([
      400,
      [['/addressExtraData/generalDescription', 'too_big']],
    ])
    const { status, body } = await sandbox.post(path, 'x'.repeat(proBodyLimitBytes + 1))
    expect([status, body.code]).toEqual([413, 'body_too_large'])
  })
})

describe('in test mode', () => {
  it('takes three photos of the largest size, and the simulated agent comes to the confirmed place', async () => {
    const padded = base64(
      Buffer.concat([jpegOf(640, 480), Buffer.alloc(applicantPhotoLimitBytes)]).subarray(
        0,
        applicantPhotoLimitBytes,
      ),
    )
    const three = { applicantPhoto1: padded, applicantPhoto2: padded, applicantPhoto3: padded }
    const { status, body } = await sandbox.post(
      path,
      proAddressOrder({ street: '4 Pro Street', addressExtraData: { ...house, ...three } }),
    )
    expect(status).toBe(201)
    const ended = await eventually(async () => {
      const read = (await sandbox.get(`/v1/addresses/${body.id}`)).body
      return read.status.state === 'COMPLETE' && read
    }, 'the end')
    const { location, verifindData } = ended.address
    expect([location.initialLatitude, location.latitude]).toEqual([stated.latitude, 6.602138])
    expect(verifindData.deviceLocationDistance).toBeLessThan(60)
    expect(await keptOf(body.id)).toHaveLength(12)
  })
})
