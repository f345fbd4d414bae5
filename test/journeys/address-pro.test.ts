import { beforeAll, describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { applicantPhotoLimitBytes, proBodyLimitBytes } from '../../shared/verification/contract/property.ts'
import type { Answer } from '../support/api-client.ts'
import { enrolledDevice, sha256Of } from '../support/capture.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { segmentsOf, withMetadata } from '../support/exif.ts'
import { photograph, positionAt, shot, stated, stepsOf } from '../support/live-visit.ts'
import { functionNamed } from '../support/names.ts'
import { extraData, proAddressOrder } from '../support/orders.ts'
import { executable, hundredMegapixels, jpegOf, pngOf } from '../support/pictures.ts'
import { receivedEvent } from '../support/receiver.ts'
import { linesOf } from '../support/reports.ts'
import { signInOwn } from '../support/sign-in.ts'
import { keptItems, keptPhotos, removePhotos } from '../support/stored-items.ts'

/* An order with what the applicant says and shows of the house: what people see of it, and what is not taken. */

const path = '/v1/addresses/pro'
const canary = 'Canarycamera-8813'

const world = await joinWorld()
const customer = await world.client('local-live')
const sandbox = await world.client('local-test')
const receiver = await world.receiver()
await customer.post('/v1/webhooks', { url: receiver.url })
const agent = await signInOwn(world, 'pro-agent', 'agent')
const reviewer = await signInOwn(world, 'pro-reviewer', 'reviewer')

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
const showsOnlyItself = (bytes: Buffer): void => {
  expect(bytes.includes(canary)).toBe(false)
  expect(segmentsOf(bytes).filter(name => /^APP[1-9]|COM/.test(name))).toEqual([])
}
const wrongIn = ({ status, body }: Answer) => [
  status,
  (body.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) =>
    `${pointer} ${code}`.replace('/addressExtraData/', ''),
  ),
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
      city: 'Ikeja',
      landmark: 'Opposite the roundabout',
      street: '1 Pro Street',
      stateName: 'Lagos',
      lgaName: 'Ikeja',
      initialLatitude: stated.latitude,
      initialLongitude: stated.longitude,
      ...stated,
      locationUrl: expect.stringContaining(`${stated.latitude},${stated.longitude}`),
    })
    expect(JSON.stringify(ordered.body)).not.toMatch(/Canary|applicantPhoto|property|addressExtraData/)
  })

  it('stores its photos re-encoded, and none of them as it came', async () => {
    const { id } = ordered.body
    const own = `${world.organisationId}/live/${id}`
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
  const shown = (photoUrl: unknown, thumbnail: unknown) => ({
    ...claimed,
    photos: [
      { slot: 'applicantPhoto1', width: 900, height: 1200, photoUrl, thumbnail },
      { slot: 'applicantPhoto3', width: 400, height: 300, photoUrl, thumbnail },
    ],
  })

  it('shows its agent what to look for, with small photos that a telephone can keep', async () => {
    const { body } = await agent.get(at(assignment))
    expect(body.property).toEqual(shown(null, expect.any(String)))
    expect([body.place.latitude, body.place.longitude]).toEqual([stated.latitude, stated.longitude])
    for (const { thumbnail } of body.property.photos) showsOnlyItself(Buffer.from(thumbnail, 'base64'))
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
    expect(property).toEqual(shown(url, null))
    const whole = await bytesAt(property.photos[0].photoUrl)
    expect(whole.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    showsOnlyItself(whole)
    expect(review.found.verifindData).toMatchObject({ buildingImageDistance: 24, deviceLocationDistance: 17 })
    expect(review.flags.map(({ code }: { code: string }) => code)).not.toContain('position_unknown')
    const { entries } = await steps.trail(reviewer)
    expect(eventsIn(entries).filter(({ what }) => what === 'photoOpened')).toMatchObject([
      { by: 'pro-reviewer', facts: { slot: 'applicantPhoto1' } },
    ])
    await steps.decide(reviewer, { decision: 'approve' })
  })

  it('is told to the customer as a record of an address, at the price of its own', async () => {
    const { id } = ordered.body
    const event = await receivedEvent(receiver, `evt_${id}_completed`)
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
    const standing = (await keptPhotos(world)).filter(key => key.startsWith('evidence/'))
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
        await world.emulator.invoke(functionNamed('completion-assign'), { ...key, token: 'of-the-test' })
      },
    ],
  ] as const)('has them laid down %s', async (how, goOn) => {
    const street = `5 ${how}`
    const ordered = await customer.post(path, order(street))
    await workOf(ordered)
    const { id } = ordered.body
    const standing = (await keptOf(id)).filter(key => key.startsWith('evidence/'))
    await removePhotos(world, standing)
    expect(standing).toHaveLength(files.length)
    await goOn(street, id)
    expect((await keptOf(id)).filter(key => key.startsWith('evidence/'))).toHaveLength(files.length)
  })
})

const twice = base64(gate)
const brokenOff = base64(front.subarray(0, 20_000))
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
/** A photo by its number, with what is wrong with it. */
const refusals: readonly (readonly [string, object, ...(readonly string[])])[] = [
  ['a picture of a hundred megapixels', { 1: base64(hundredMegapixels()) }, '1 photo_too_large'],
  ['a photo that breaks off', { 2: brokenOff }, '2 photo_unreadable'],
  ['a drawing of vectors', { 3: base64(drawing) }, '3 photo_not_an_image'],
  ['a program', { 1: base64(executable()) }, '1 photo_not_an_image'],
  ['a single byte beside a good photo', { 1: 'AA==', 2: twice }, '1 photo_not_an_image'],
  [
    'two that are bad for reasons of their own',
    { 1: 'AA==', 2: base64(pngOf(20, 20)) },
    '1 photo_not_an_image',
    '2 photo_unreadable',
  ],
  ['a data URL', { 1: `data:image/png;base64,${twice}` }, '1 wrong_form'],
  ['base64 with line breaks', { 1: `${twice.slice(0, 76)}\r\n${twice.slice(76)}` }, '1 wrong_form'],
  ['a number and a list for photos', { 1: 7, 2: [twice] }, '1 wrong_type', '2 wrong_type'],
  ['a photo above the limit', { 2: base64(Buffer.alloc(applicantPhotoLimitBytes + 1)) }, '2 photo_too_large'],
]

/** In test mode, of the house with these changes. */
const orderHouse = (street: string, changes: object, headers = {}) =>
  sandbox.post(path, proAddressOrder({ street, addressExtraData: { ...house, ...changes } }), headers)

describe('what is not taken', () => {
  it.each(refusals)('%s', async (_what, given, ...wrong) => {
    const before = await keptPhotos(world)
    const named = Object.entries(given).map(([number, photo]) => [`applicantPhoto${number}`, photo])
    const answer = await orderHouse('3 Pro Street', Object.fromEntries(named))
    expect(wrongIn(answer)).toEqual([400, wrong.map(one => `applicantPhoto${one}`)])
    // Nothing lies where it would stay.
    const left = (await keptPhotos(world)).filter(key => !before.includes(key))
    expect(left.filter(key => !/^incoming\/.*\/drawn\//.test(key))).toEqual([])
  })

  it('leaves its Idempotency-Key to the order with a better photo', async () => {
    const send = (applicantPhoto2: string) =>
      orderHouse('6 Pro Street', { applicantPhoto2 }, { 'idempotency-key': 'pro-better' })
    expect(wrongIn(await send(brokenOff))).toEqual([400, ['applicantPhoto2 photo_unreadable']])
    expect((await send(base64(front))).status).toBe(201)
  })

  it('is named field by field, with no value said again', async () => {
    const wrong = {
      generalDescription: 'Canary\u0007',
      latitude: '6.6',
      longitude: 3000,
      hasGateAndFence: 'yes',
      buildingType: 'Castle',
      buildingColour: '',
    }
    const answer = await orderHouse('3 Pro Street', wrong)
    const found = ['generalDescription wrong_form', 'latitude wrong_type', 'longitude too_big']
    const others = ['hasGateAndFence wrong_type', 'buildingType not_allowed', 'buildingColour too_small']
    expect(wrongIn(answer)).toEqual([400, [...found, ...others]])
    expect(JSON.stringify(answer.body)).not.toMatch(/Canary|Castle|3000/)
  })

  it('is a position that cannot be in Nigeria, or half of one', async () => {
    const swapped = { latitude: house.longitude, longitude: house.latitude }
    const wrongWith = async (changes: object) => wrongIn(await orderHouse('3 Pro Street', changes))
    expect(await wrongWith(swapped)).toEqual([400, ['latitude far_location']])
    expect(await wrongWith({ latitude: undefined })).toEqual([400, ['latitude required']])
    const none = await sandbox.post(path, proAddressOrder({ addressExtraData: undefined }))
    expect(wrongIn(none)).toEqual([400, ['/addressExtraData required']])
  })

  it('is ten thousand characters of description, or a body beyond what Lambda takes', async () => {
    const long = await orderHouse('3 Pro Street', { generalDescription: 'x'.repeat(10_000) })
    expect(wrongIn(long)).toEqual([400, ['generalDescription too_big']])
    const { status, body } = await sandbox.post(path, 'x'.repeat(proBodyLimitBytes + 1))
    expect([status, body.code]).toEqual([413, 'body_too_large'])
  })
})

describe('in test mode', () => {
  it('takes three photos of the largest size, and the simulated agent comes to the confirmed place', async () => {
    const longer = Buffer.concat([jpegOf(640, 480), Buffer.alloc(applicantPhotoLimitBytes)])
    const padded = base64(longer.subarray(0, applicantPhotoLimitBytes))
    const three = { applicantPhoto1: padded, applicantPhoto2: padded, applicantPhoto3: padded }
    const { status, body } = await orderHouse('4 Pro Street', three)
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
