import { beforeAll, describe, expect, it } from 'vitest'
import { eventsIn } from '../../shared/trail/entry.ts'
import { enrolledDevice, sha256Of } from '../support/capture.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { segmentsOf } from '../support/exif.ts'
import { againstFinding, decidedByTwo } from '../support/fieldwork.ts'
import { exifCanary, photograph, positionAt, shot, stated, stepsOf } from '../support/live-visit.ts'
import { addressOrder, businessAddressOrder } from '../support/orders.ts'
import { vips } from '../support/pictures.ts'
import { receivedEvent } from '../support/receiver.ts'
import { linesOf } from '../support/reports.ts'
import { signInOwn } from '../support/sign-in.ts'
import { openedWritesIn } from '../support/written.ts'

/*
 * A visit as it is lived, through HTTP alone: a customer orders, an agent goes there with a telephone, a reviewer gives
 * the report back once and approves the corrected one, and the customer's server is told.
 */

const world = await joinWorld()
const customer = await world.client('local-live')
const receiver = await world.receiver()
await customer.post('/v1/webhooks', { url: receiver.url })
const agent = await signInOwn(world, 'visit-agent', 'agent')
const reviewer = await signInOwn(world, 'visit-reviewer', 'reviewer')
const second = await signInOwn(world, 'visit-second', 'reviewer')
const device = await enrolledDevice(agent)

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
const verified = { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' }
const applicant = {
  firstname: 'Canaryngozi',
  middlename: 'Canaryadaeze',
  lastname: 'Canaryadeyemi',
  gender: 'female',
  phone: '+2348099440011',
  email: 'canaryngozi@person.example',
  dob: '1931-04-12',
}
const neighbor = {
  comment: 'Canaryneighbour knows her by name.',
  firstname: 'Canarybola',
  lastname: 'Canaryade',
  phone: '08099440022',
}
const foundBusiness = {
  area: 'Canaryarea',
  isKnown: true,
  isOwnerKnown: false,
  name: 'Canaryname Foods',
  nameFound: 'Canarysign on the gate',
  ownerVisitsFrequently: true,
  type: 'Canarytype of shop',
}
/** The fields of the interface that say something of a business. */
const ofBusiness = [
  'area',
  'businessName',
  'businessType',
  'canContactPoc',
  'id',
  'isKnown',
  'isOwnerKnown',
  'name',
  'nameFound',
  'ownerVisitsFrequently',
  'rcNumber',
  'type',
]
const noBusiness = Object.fromEntries(ofBusiness.map(field => [field, null]))

const placed = {
  landmark: 'Canarylandmark',
  city: 'Canarycity',
  lgaName: 'Ikeja',
  stateName: 'Lagos',
  ...stated,
}
const kinds = [
  {
    kind: 'a street address',
    path: '/v1/addresses',
    order: addressOrder({
      ...placed,
      customerReference: 'Canaryreference-1',
      street: '12 Canarystreet',
      applicant,
    }),
    price: 2500,
    said: {},
    business: () => noBusiness,
  },
  {
    kind: 'a business address',
    path: '/v1/addresses/business',
    order: businessAddressOrder({
      ...placed,
      customerReference: 'Canaryreference-2',
      street: '14 Canarystreet',
      applicant,
      rcNumber: 'RC994455',
      businessName: 'Canarycompany Limited',
    }),
    price: 3500,
    said: { business: foundBusiness },
    business: (id: number) => ({
      ...foundBusiness,
      businessName: 'Canarycompany Limited',
      businessType: 'Formal',
      canContactPoc: true,
      id,
      rcNumber: 'RC994455',
    }),
  },
] as const

const picturesIn = (page: string) =>
  Array.from(page.matchAll(/"data:image\/jpeg;base64,([^"]*)"/g), ([, bytes]) => bytes)

describe.each(kinds)('$kind', ({ kind, path, order, price, said, business }) => {
  /** What the agent found of the business differs, which a second reviewer has to confirm. */
  const isAgainst = kind === 'a business address'
  const exterior = shot(`${kind} first`, 'exteriorPhotos.photo1', { metres: 66, width: 2400, height: 1800 })
  const better = shot(`${kind} second`, 'exteriorPhotos.photo1', { metres: 22, width: 2400, height: 1800 })
  const interior = shot(kind, 'interiorPhotos.photo1', { metres: 33 })
  const extra = shot(kind, 'extraPhotos.photo1', { metres: 55, width: 1600, height: 1200 })
  const sent = [better, interior, extra]
  const visit = {
    findings: { addressExists: true, hadAccess: true, isThere: true },
    addressType: 'Bungalow',
    neighbor,
    maritalStatus: 'married',
    ...said,
  }
  let id: number
  let assignment: string
  let envelope: { data: Record<string, unknown> & { address: Record<string, unknown> } }
  let photos: readonly Buffer[]

  beforeAll(async () => {
    const ordered = await customer.post(path, order)
    id = ordered.body.id
    assignment = `${ordered.body.address.organisationId}-${id}`
    const steps = stepsOf(assignment)
    // Who opened the work itself would stand in its trail.
    await eventually(async () => {
      const { body } = await agent.get('/v1/operations/assignments?stateId=24&limit=100')
      return body.data.some((work: { id: string }) => work.id === assignment)
    }, 'the work to be open')
    await steps.claim(agent, 222)
    await photograph(agent, device, assignment, [exterior, interior, extra])
    const comment = 'Canarycomment: a blue gate.'
    await steps.report(agent, { ...visit, position: positionAt(17), comment })
    await steps.claim(reviewer)
    await steps.decide(reviewer, { decision: 'return', comment: 'Canaryreturn: show the whole gate.' })
    await photograph(agent, device, assignment, [better])
    await steps.report(agent, { ...visit, position: positionAt(17), comment: `${comment} All of it.` })
    await steps.claim(reviewer)
    const approve = { decision: 'approve', adminComment: 'Canaryadmin: all is well.', againstFinding }
    const { body } = await decidedByTwo([reviewer, second], assignment, approve)
    expect(body.status.status).toBe('VERIFIED')
    const event = await receivedEvent(receiver, `evt_${id}_completed`)
    envelope = JSON.parse(event.body)
    const { exteriorPhotos, interiorPhotos, extraPhotos } = envelope.data.address
    photos = await Promise.all(
      [exteriorPhotos, interiorPhotos, extraPhotos].map(async each => {
        const photo = await fetch((each as { photo1: string }).photo1)
        return Buffer.from(await photo.arrayBuffer())
      }),
    )
  })

  it('is told to the customer’s server with every field of the interface, and no other', () => {
    const photo = { photo1: expect.stringMatching(new RegExp(`^${world.url}/v1/file/[\\w.-]{20,500}$`)) }
    expect(envelope).toEqual({
      event: 'address',
      event_type: 'verification_completed',
      data: {
        id,
        summary: null,
        customerReference: order.customerReference,
        address: {
          id,
          userId: null,
          identityVerificationId: null,
          apiReference: null,
          approvedAt: time,
          rejectedAt: time,
          agentSubmittedAt: time,
          applicationId: id,
          countryName: 'Nigeria',
          isLive: true,
          neighbor,
          addressBasic: { addressType: 'Bungalow' },
          business: business(id),
          applicant: { ...applicant, maritalStatus: 'married', photo: null },
          agentComment: 'Canarycomment: a blue gate. All of it.',
          adminComment: 'Canaryadmin: all is well.',
          verifindData: {
            buildingImageDistance: 22,
            deviceLocationDistance: 17,
            isTrackingSessionActive: false,
            selfieImageDistance: null,
            surroundingImageDistance: 55,
            trackingEndedAt: time,
            trackingStartedAt: time,
            isVerifind4d: true,
          },
          interiorPhotos: photo,
          exteriorPhotos: photo,
          extraPhotos: photo,
          verificationTypeCode: 'address',
          organisationId: world.organisationId,
          requestedAt: time,
          updatedAt: time,
          requestSource: 'api',
          archived: false,
          stateId: 24,
          lgaId: 2411,
          stateName: 'Lagos',
          lgaName: 'Ikeja',
          location: {
            city: 'Canarycity',
            landmark: 'Canarylandmark',
            street: order.street,
            stateName: 'Lagos',
            lgaName: 'Ikeja',
            initialLatitude: stated.latitude,
            initialLongitude: stated.longitude,
            latitude: 6.6019909,
            longitude: stated.longitude,
            locationUrl: 'https://www.google.com/maps/search/?api=1&query=6.6019909,3.351486',
          },
          isVague: false,
          customerReference: order.customerReference,
          paymentMethodCode: 'standard',
          price,
          status: verified,
        },
      },
    })
  })

  it('keeps the order of what happened: asked, claimed, given back, reported, approved', () => {
    const { address } = envelope.data
    const tracking = address.verifindData as Record<string, string>
    const times = [
      address.requestedAt,
      tracking.trackingStartedAt,
      address.rejectedAt,
      address.agentSubmittedAt,
      address.approvedAt,
    ]
    expect(times).toEqual(times.toSorted())
    expect(new Set(times).size).toBe(times.length)
    expect(tracking.trackingEndedAt).toBe(address.agentSubmittedAt)
    expect(address.updatedAt).toBe(address.approvedAt)
  })

  it('reads the same at its own address', async () => {
    const { body } = await customer.get(`/v1/addresses/${id}`)
    const unlinked = { interiorPhotos: {}, exteriorPhotos: {}, extraPhotos: {} }
    expect({ ...body.address, ...unlinked }).toEqual({ ...envelope.data.address, ...unlinked })
    for (const kindOfPhoto of Object.keys(unlinked))
      expect(Object.keys(body.address[kindOfPhoto])).toEqual(['photo1'])
    expect([body.id, body.status, body.summary]).toEqual([id, verified, { address_check: 'VERIFIED' }])
  })

  it('shows its photos behind their links, and nothing that the telephone wrote into them', () => {
    const kept = photos.map(sha256Of)
    expect(new Set([...kept, ...[exterior, ...sent].map(one => sha256Of(one.bytes))]).size).toBe(7)
    const sizes = photos.map(bytes => {
      expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
      expect(bytes.toString('latin1')).not.toMatch(/Canary|Exif|xmp/i)
      expect(segmentsOf(bytes).filter(name => !/^(e0|db|c0|c2|c4)$/.test(name))).toEqual([])
      const { width, height } = vips.Image.newFromBuffer(bytes)
      return `${width} × ${height}`
    })
    expect(sizes).toEqual(['2000 × 1500', '640 × 480', '1600 × 1200'])
    for (const { bytes } of sent) expect(Buffer.from(bytes).includes(exifCanary)).toBe(true)
  })

  it('is reported on one page that holds its photos, and names nobody who worked on it', async () => {
    const { status, headers, body: page } = await customer.get(`/v1/addresses/${id}/report`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(picturesIn(page)).toEqual(photos.map(bytes => bytes.toString('base64')))
    const lines = linesOf(page)
    const verdict = lines.indexOf('✓ Confirmed')
    expect(lines.slice(verdict, verdict + 3)).toEqual([
      '✓ Confirmed',
      kind === 'a business address'
        ? 'The business is at the address.'
        : 'The applicant lives at the address.',
      'The reviewer’s remark: Canaryadmin: all is well.',
    ])
    const happened = lines.slice(lines.indexOf('What happened') + 1, lines.indexOf('Where'))
    expect(happened.map(line => line.replace(/^.* UTC\) /, ''))).toEqual([
      'You ordered it.',
      'An agent took it on.',
      'The agent recorded 3 photos.',
      'The agent reported.',
      'A reviewer gave the report back to the agent.',
      'The agent recorded 1 photo.',
      'The agent reported.',
      ...(isAgainst ? ['A reviewer decided it, for a second one to confirm.'] : []),
      'A reviewer decided.',
    ])
    expect(
      lines.filter(line => /^(Outside|Inside|Extra) 1/.test(line)).map(line => line.split(' UTC)')[1]),
    ).toEqual([better, interior, extra].map(({ metres }) => `${metres} m from the stated position, ± 14 m`))
    expect(page).not.toMatch(/agent-1|reviewer-1/)
  })

  it('has a valid trail, with each person’s steps in order', async () => {
    const { entries, broken } = await stepsOf(assignment).trail(reviewer)
    expect(broken).toBeNull()
    const steps = eventsIn(entries).map(({ what, by, facts }) => [
      what,
      by,
      ...(facts?.slot === undefined ? [] : [facts.slot]),
    ])
    const noted = (what: string, ...shots: readonly { readonly slot: string }[]) =>
      shots.map(({ slot }) => [what, 'visit-agent', slot])
    expect(steps).toEqual([
      ['claimed', 'visit-agent'],
      ...noted('captured', exterior, interior, extra),
      ...noted('uploaded', exterior, interior, extra),
      ['reported', 'visit-agent'],
      ['reviewing', 'visit-reviewer'],
      ['returned', 'visit-reviewer'],
      ...noted('captured', better),
      ...noted('uploaded', better),
      ['reported', 'visit-agent'],
      ['reviewing', 'visit-reviewer'],
      ...(isAgainst
        ? [
            ['staged', 'visit-reviewer'],
            ['decided', 'visit-second'],
          ]
        : [['decided', 'visit-reviewer']]),
      ['told', 'service'],
      ['viewed', 'visit-reviewer'],
    ])
  })

  it('is reported to staff on the same page, whose opening is in the trail', async () => {
    const { body: page } = await reviewer.get(`/v1/operations/cases/${assignment}/report`)
    expect(picturesIn(page)).toEqual(photos.map(bytes => bytes.toString('base64')))
    const { entries } = await stepsOf(assignment).trail(reviewer)
    expect(eventsIn(entries).at(-1)).toMatchObject({
      what: 'viewed',
      by: 'visit-reviewer',
      facts: { part: 'report' },
    })
  })
})

describe('what they said and showed', () => {
  /** All words that were planted, the positions, and what lets a person in. */
  const planted = () => [
    'canary',
    applicant.phone,
    neighbor.phone,
    applicant.dob,
    'RC994455',
    '6.6018',
    '6.6019',
    '6.602',
    agent.token,
    reviewer.token,
    customer.token,
  ]
  /** 6.602 is also the end of every ten thousandth time. */
  const isoTime = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
  const leaksIn = (text: string) => {
    const searched = text.replaceAll(isoTime, '').toLowerCase()
    return planted().filter(value => searched.includes(value.toLowerCase()))
  }
  const recorded = (...services: string[]) =>
    world.emulator.recorded.filter(({ service }) => services.includes(service)).map(({ body }) => body)

  it.each([
    ['line that is logged', () => world.logLines],
    ['message, workflow or schedule', () => recorded('sqs', 'states', 'scheduler', 'events')],
  ] as const)('stands in no %s', (_what, carried) => {
    const all = carried().join('\n')
    expect(all.length).toBeGreaterThan(2000)
    expect(leaksIn(all)).toEqual([])
  })

  it('was looked for where it is: in the table', async () => {
    const written = (await openedWritesIn(world)).map(({ value }) => value)
    expect(leaksIn(written.join('\n'))).toEqual(
      expect.arrayContaining(['canary', applicant.phone, neighbor.phone, 'RC994455', '6.6018']),
    )
  })
})
