import { describe, expect, it } from 'vitest'
import type { FieldError } from '../../shared/http/contract/problem.ts'
import { uploadName } from '../../shared/evidence/photo.ts'
import type { ReEncoding } from '../../shared/evidence/reencode.ts'
import { type Answer, type ApiClient, call } from '../support/api-client.ts'
import {
  enrolDevice,
  enrolledDevice,
  newDevice,
  recordPhotos,
  sendPhoto,
  sha256Of,
  takePhoto,
  upload,
} from '../support/capture.ts'
import { joinWorld } from '../support/environment.ts'
import { segmentsOf, withMetadata } from '../support/exif.ts'
import { openWork, visitReport, worker } from '../support/fieldwork.ts'
import { functionNamed } from '../support/names.ts'
import { executable, jpegOf, pngOf, pngThatSays, webpOf } from '../support/pictures.ts'
import { reachTable } from '../support/reach-table.ts'
import { keptItems, keptPhotos } from '../support/stored-items.ts'

/* Photos of a visit: stated, uploaded, examined, seen; and what is sent in their place. */

const canary = 'Canary-4712'
const taken = withMetadata(jpegOf(1200, 900), { canary, orientation: 6 })

const world = await joinWorld()
const agent = await worker(world, 'evidence-agent', ['agent'])
const other = await worker(world, 'evidence-other', ['agent'])
const reviewer = await worker(world, 'evidence-reviewer', ['reviewer'])
const device = await enrolledDevice(agent)
await reachTable(world.emulator)

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`

/** A visit that the agent holds. */
const heldVisit = async () => {
  const work = await openWork(world)
  await agent.post(at(work.assignment, '/claim'))
  return work
}

const photosOf = async (assignment: string, by: ApiClient = agent) =>
  (await by.get(at(assignment, '/photos'))).body.data

const bytesAt = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer())

const stateOf = ({ body }: Answer) => body.data[0].state
const keptOf = async (id: number) => (await keptPhotos(world)).filter(key => key.includes(`/${id}/`))
const codeOf = ({ status, body }: Answer) => [status, body.code]

describe('a photo', () => {
  it('is stated, uploaded, examined, and seen without what the device wrote into it', async () => {
    const { id, assignment } = await heldVisit()
    const record = device.capture(assignment, taken)
    const [recorded] = (await recordPhotos(agent, assignment, record)).body.data
    expect(recorded).toMatchObject({
      slot: 'exteriorPhotos.photo1',
      sha256: sha256Of(taken),
      state: 'awaited',
      refusal: null,
      upload: { method: 'PUT', headers: { 'content-type': 'image/jpeg' } },
    })
    expect(codeOf(await takePhoto(agent, assignment, taken))).toEqual([409, 'photo_missing'])
    expect((await upload(recorded.upload, taken)).status).toBe(200)
    const stored = { slot: 'exteriorPhotos.photo1', sha256: sha256Of(taken), stored: true }
    expect((await takePhoto(agent, assignment, taken)).body).toEqual(stored)
    // The original is gone, and two files are there instead.
    expect((await keptOf(id)).filter(key => key.startsWith('incoming/'))).toEqual([])
    expect(await keptOf(id)).toHaveLength(2)

    const [photo] = await photosOf(assignment)
    expect(photo).toMatchObject({
      sha256: sha256Of(taken),
      size: taken.length,
      state: 'stored',
      width: 900,
      height: 1200,
      source: 'viewfinder',
      deviceId: device.id,
      fixes: { count: 1, bestAccuracyMetres: 14.2, nearest: { latitude: 6.601838 } },
    })
    for (const url of [photo.photoUrl, photo.thumbnailUrl]) {
      const shown = await bytesAt(url)
      expect(shown.includes('Canary')).toBe(false)
      expect(segmentsOf(shown).filter(name => !/^(e0|db|c0|c4)$/.test(name))).toEqual([])
    }
    const again = await takePhoto(agent, assignment, taken)
    expect([again.status, again.body]).toEqual([200, stored])
  })

  it.each([['PNG', 'image/png', pngOf] as const, ['WebP', 'image/webp', webpOf] as const])(
    'may be %s',
    async (_name, contentType, make) => {
      const { assignment } = await heldVisit()
      const bytes = make(640, 480)
      expect((await sendPhoto(agent, device, assignment, bytes, { contentType })).status).toBe(200)
      const shown = await bytesAt((await photosOf(assignment))[0].photoUrl)
      expect(shown.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    },
  )

  it('is stated with any position that a device can measure, and with no accuracy beyond the Earth', async () => {
    const { assignment } = await heldVisit()
    const fix = { latitude: 1e-200, longitude: -1e-200, accuracyMetres: 1e-200, at: new Date().toISOString() }
    const statedWith = (accuracyMetres: number) =>
      recordPhotos(
        agent,
        assignment,
        device.capture(assignment, taken, { fixes: [{ ...fix, accuracyMetres }] }),
      )
    expect((await statedWith(1e-200)).status).toBe(200)
    const [{ fixes }] = await photosOf(assignment)
    expect(fixes).toMatchObject({ bestAccuracyMetres: 0, nearest: { latitude: 0, longitude: 0 } })
    const beyond = await statedWith(1e200)
    expect([beyond.status, beyond.body.errors[0].code]).toEqual([400, 'not_a_record'])
  })

  it('goes into the report that is filed, and on to the customer', async () => {
    const { id, assignment } = await heldVisit()
    for (const slot of ['exteriorPhotos.photo1', 'interiorPhotos.photo1', 'extraPhotos.photo2'] as const)
      await sendPhoto(agent, device, assignment, jpegOf(640, 480 + slot.length), { slot })
    await agent.post(at(assignment, '/report'), visitReport())
    const shown = await photosOf(assignment, reviewer)
    expect(shown).toHaveLength(3)
    expect((await call(shown[0].photoUrl, 'GET')).status).toBe(302)
    const decision = { decision: 'approve', flagsAnswer: 'The same wall on each.' }
    await reviewer.post(at(assignment, '/decision'), decision)
    const customer = await world.client('local-live')
    const { address } = (await customer.get(`/v1/addresses/${id}`)).body
    const { exteriorPhotos, interiorPhotos, extraPhotos } = address
    expect([exteriorPhotos, interiorPhotos, extraPhotos].map(Object.keys)).toEqual([
      ['photo1'],
      ['photo1'],
      ['photo1'],
    ])
    for (const photos of [exteriorPhotos, interiorPhotos, extraPhotos])
      expect((await bytesAt(photos.photo1)).subarray(0, 3).toString('hex')).toBe('ffd8ff')
    // What was shown while people worked on it still is, as the record shows it.
    expect((await call(shown[0].thumbnailUrl, 'GET')).status).toBe(302)
  })
})

describe('a slot', () => {
  it('shows the later photo, and an older one that comes late does not replace it', async () => {
    const { assignment } = await heldVisit()
    const [first, second] = [jpegOf(640, 480), jpegOf(640, 481)]
    const early = device.capture(assignment, first, {
      capturedAt: new Date(Date.now() - 60_000).toISOString(),
    })
    const late = device.capture(assignment, second)
    expect(stateOf(await recordPhotos(agent, assignment, late))).toBe('awaited')
    expect(stateOf(await recordPhotos(agent, assignment, early))).toBe('superseded')
    expect(codeOf(await takePhoto(agent, assignment, first))).toEqual([409, 'photo_replaced'])
    const { body } = await recordPhotos(agent, assignment, late)
    await upload(body.data[0].upload, second)
    expect((await takePhoto(agent, assignment, second)).status).toBe(200)
    expect(stateOf(await recordPhotos(agent, assignment, late))).toBe('stored')
  })

  it('takes a photo anew until the report is in, and nothing after it', async () => {
    const { assignment } = await heldVisit()
    const [first, second] = [jpegOf(640, 480), jpegOf(640, 481)]
    await sendPhoto(agent, device, assignment, first)
    const { photoUrl } = (await photosOf(assignment))[0]
    await sendPhoto(agent, device, assignment, second)
    expect((await photosOf(assignment))[0].sha256).toBe(sha256Of(second))
    // The link to the one that was replaced leads nowhere.
    expect((await call(photoUrl, 'GET')).status).toBe(404)
    const third = device.capture(assignment, jpegOf(640, 482))
    await agent.post(at(assignment, '/report'), visitReport())
    expect(codeOf(await recordPhotos(agent, assignment, third))).toEqual([409, 'already_reported'])
    expect(codeOf(await takePhoto(agent, assignment, second))).toEqual([409, 'already_reported'])
  })

  it('has one photo, however many state it and take it at once', async () => {
    const { assignment } = await heldVisit()
    const bytes = jpegOf(640, 480)
    const record = device.capture(assignment, bytes)
    const times = [1, 2]
    const recorded = await Promise.all(times.map(() => recordPhotos(agent, assignment, record)))
    expect(recorded.map(({ status }) => status)).toEqual([200, 200])
    await upload(recorded[0]!.body.data[0].upload, bytes)
    const answers = await Promise.all(times.map(() => takePhoto(agent, assignment, bytes)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await photosOf(assignment)).toHaveLength(1)
  })
})

describe('taking a photo goes on', () => {
  /** What its key names, for the function that draws it. */
  const askedOf = (assignment: string, signed: string): ReEncoding => {
    const [organisationId, verificationId] = assignment.split('-').map(Number) as [number, number]
    const name = { slot: 'exteriorPhotos.photo1', sha256: sha256Of(bytes) } as const
    return { organisationId, mode: 'live', verificationId, ...name, upload: uploadName({ ...name, signed }) }
  }
  const bytes = jpegOf(640, 480)
  const uploaded = async () => {
    const work = await heldVisit()
    const signed = device.capture(work.assignment, bytes)
    const { body } = await recordPhotos(agent, work.assignment, signed)
    const send = () => upload(body.data[0].upload, bytes)
    await send()
    return { ...work, send, asked: askedOf(work.assignment, signed) }
  }
  const draw = (asked: ReEncoding) => world.emulator.invoke(functionNamed('evidence-re-encode'), asked)

  it('after a crash that lost the response of the re-encoding function', async () => {
    const { id, assignment, asked } = await uploaded()
    const [drawn, again] = [await draw(asked), await draw(asked)]
    expect(again).toEqual(drawn)
    const [photo] = await photosOf(assignment)
    expect([photo.state, photo.photoUrl]).toEqual(['awaited', null])
    expect((await takePhoto(agent, assignment, bytes)).status).toBe(200)
    expect((await keptOf(id)).every(key => key.startsWith('evidence/'))).toBe(true)
    const [{ photoUrl }] = await photosOf(assignment)
    const shown = Buffer.from(await (await fetch(photoUrl)).arrayBuffer())
    const shownSha256 = sha256Of(shown)
    expect(drawn).toEqual({ result: 'stored', width: 640, height: 480, shownSha256 })
  })

  it('by a link that is spent once its photo is in, whoever has it then', async () => {
    const { id, assignment, send } = await uploaded()
    const spent = { status: 412, code: 'PreconditionFailed' }
    expect(await send()).toEqual(spent)
    expect((await takePhoto(agent, assignment, bytes)).status).toBe(200)
    expect(await send()).toEqual(spent)
    expect((await takePhoto(agent, assignment, bytes)).status).toBe(200)
    expect((await keptOf(id)).every(key => key.startsWith('evidence/'))).toBe(true)
    // The same bytes, stated anew, are uploaded anew.
    expect((await sendPhoto(agent, device, assignment, bytes)).status).toBe(200)
  })

  it('not without an upload: the re-encoding function says so', async () => {
    const { assignment } = await heldVisit()
    expect(await draw(askedOf(assignment, ''))).toEqual({ result: 'missing' })
  })
})

describe('is refused, and nothing of it is served:', () => {
  const refuse = async (bytes: Uint8Array, code: string) => {
    const { id, assignment } = await heldVisit()
    expect(codeOf(await sendPhoto(agent, device, assignment, bytes))).toEqual([422, code])
    expect(await keptOf(id)).toEqual([])
    const [photo] = await photosOf(assignment)
    expect([photo.state, photo.refusal, photo.photoUrl]).toEqual(['refused', code, null])
    // Said once, it is said again without looking.
    expect(codeOf(await takePhoto(agent, assignment, bytes))).toEqual([422, code])
  }

  it('a program named .jpg', () => refuse(executable(), 'photo_not_an_image'))
  it('a photo that was cut off', () => refuse(jpegOf(640, 480).subarray(0, 3000), 'photo_unreadable'))
  it('a header that says 100 megapixels', () => refuse(pngThatSays(10_000, 10_000), 'photo_too_large'))

  it('11 MB, which no record may state and no link lets in', async () => {
    const { id, assignment } = await heldVisit()
    const large = Buffer.concat([jpegOf(640, 480), Buffer.alloc(11_000_000)])
    const stated = await recordPhotos(agent, assignment, device.capture(assignment, large))
    expect([stated.status, stated.body.errors[0].code]).toEqual([400, 'not_a_record'])
    const lie = device.capture(assignment, large, { size: 1000 })
    const { body } = await recordPhotos(agent, assignment, lie)
    expect(await upload(body.data[0].upload, large)).toEqual({ status: 403, code: 'SignatureDoesNotMatch' })
    expect(await keptOf(id)).toEqual([])
  })

  it('other bytes than were stated', async () => {
    const { id, assignment } = await heldVisit()
    const stated = jpegOf(640, 480)
    const changed = Buffer.from(stated)
    changed[changed.length - 10]! ^= 1
    const { body } = await recordPhotos(agent, assignment, device.capture(assignment, stated))
    expect(await upload(body.data[0].upload, changed)).toEqual({ status: 400, code: 'BadDigest' })
    expect(codeOf(await takePhoto(agent, assignment, stated))).toEqual([409, 'photo_missing'])
    expect(await keptOf(id)).toEqual([])
  })
})

describe('somebody else’s', () => {
  it('device signs nothing for this agent, and a record of another visit is of no use here', async () => {
    const { assignment } = await heldVisit()
    const { assignment: elsewhere } = await heldVisit()
    const theirs = await enrolledDevice(other)
    const answer = await recordPhotos(
      agent,
      assignment,
      theirs.capture(assignment, taken),
      device.capture(elsewhere, taken, { slot: 'extraPhotos.photo1' }),
      device.capture(assignment, taken, { slot: 'extraPhotos.photo2' }),
    )
    expect([
      answer.status,
      answer.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
    ]).toEqual([
      400,
      [
        ['/records/0', 'unknown_device'],
        ['/records/1', 'other_assignment'],
      ],
    ])
    expect(await photosOf(assignment)).toEqual([])
  })

  it('verification cannot be said to have a photo that was uploaded for this one', async () => {
    const { assignment } = await heldVisit()
    const { assignment: elsewhere } = await heldVisit()
    const bytes = jpegOf(640, 480)
    const { body } = await recordPhotos(agent, assignment, device.capture(assignment, bytes))
    await upload(body.data[0].upload, bytes)
    expect(codeOf(await takePhoto(agent, elsewhere, bytes))).toEqual([404, 'not_found'])
    await recordPhotos(agent, elsewhere, device.capture(elsewhere, bytes))
    expect(codeOf(await takePhoto(agent, elsewhere, bytes))).toEqual([409, 'photo_missing'])
  })
})

describe('a device', () => {
  it('is enrolled once, however often, and is nobody else’s', async () => {
    const phone = newDevice()
    const [first, second] = [await enrolDevice(agent, phone), await enrolDevice(agent, phone)]
    expect([first.status, second.status, first.body]).toEqual([201, 200, second.body])
    expect(first.body.id).toBe(phone.id)
    expect((await enrolDevice(reviewer, phone)).status).toBe(403)
  })

  it('is enrolled by nobody who does not hold its key', async () => {
    const [phone, own] = [newDevice(), newDevice()]
    const { proof } = phone.enrolmentFor('evidence-other')
    const person = agent.id
    const { publicKey } = phone
    const stolen = [
      // Seen when another agent sent it.
      { publicKey, proof },
      { publicKey, proof: own.enrolmentFor(person).proof },
      { publicKey, proof: own.signAnything({ personId: person, deviceId: phone.id }) },
      { publicKey, proof: phone.capture('1-2', jpegOf(640, 480)) },
      { publicKey, proof: phone.signAnything({ personId: person, deviceId: own.id }) },
      { publicKey, proof: phone.signAnything({ personId: person, deviceId: phone.id }, { alg: 'none' }) },
    ]
    for (const body of stolen) {
      const answer = await agent.post('/v1/operations/devices', body)
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [{ pointer: '/proof', code: 'bad_signature', detail: 'The device did not sign that you enrol it.' }],
      ])
    }
    const refusalOf = async (body: object) =>
      (await agent.post('/v1/operations/devices', body)).body.errors.map(
        ({ pointer, code }: FieldError) => `${pointer} ${code}`,
      )
    expect(await refusalOf({ publicKey })).toEqual(['/proof required'])
    const flat = { ...publicKey, y: publicKey.x }
    expect(await refusalOf({ publicKey: flat, proof })).toEqual(['/publicKey not_a_key'])
  })

  it('is one of the last eight, also when many are enrolled at once', async () => {
    const busy = await worker(world, 'evidence-busy', ['agent'])
    const enrol = () => enrolDevice(busy, newDevice())
    for (let round = 0; round < 3; round++) await Promise.all([enrol(), enrol(), enrol(), enrol()])
    const [item] = await keptItems(world, 'device#evidence-busy')
    expect(item!.match(/"enrolledAt"/g)).toHaveLength(8)
  })
})
