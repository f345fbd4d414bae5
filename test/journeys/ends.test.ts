import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { Envelope } from '../../shared/event/contract.ts'
import { outcomes, possibleOutcomes } from '../../shared/verification/contract/outcome.ts'
import type { Product } from '../../shared/verification/contract/product.ts'
import type { ApiClient } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import {
  addressEventFields,
  createdAddressFields,
  createdBusinessAddressFields,
  createdEmploymentFields,
  deviations,
  employmentEventFields,
  type Fields,
} from '../support/interface-fields.ts'
import {
  addressOrder,
  applicant,
  businessAddressOrder,
  employmentOrder,
  proAddressOrder,
} from '../support/orders.ts'
import { receivedEvent } from '../support/receiver.ts'

/* Each end that each product has, in each way that leads to it, and what the customer is told of it. */

interface Kind {
  readonly product: Product
  readonly path: string
  readonly order: (changes: object) => object
  readonly created: Fields
  readonly event: Fields
  readonly type: 'address' | 'employment'
}

const addresses = { event: addressEventFields, type: 'address' } as const

const kinds: Readonly<Record<string, Kind>> = {
  'a street address': {
    product: 'address',
    path: '/v1/addresses',
    order: addressOrder,
    created: createdAddressFields,
    ...addresses,
  },
  'a street address with what the applicant says of the house': {
    product: 'address-pro',
    path: '/v1/addresses/pro',
    order: proAddressOrder,
    created: createdAddressFields,
    ...addresses,
  },
  'a business address': {
    product: 'business-address',
    path: '/v1/addresses/business',
    order: businessAddressOrder,
    created: createdBusinessAddressFields,
    ...addresses,
  },
  'an employment': {
    product: 'employment',
    path: '/v1/employments',
    order: employmentOrder,
    created: createdEmploymentFields,
    event: employmentEventFields,
    type: 'employment',
  },
}

interface End {
  readonly status: string
  readonly of: readonly Kind['type'][]
  /** Which of its times a decision sets; none where nobody decided, and then nothing is charged. */
  readonly decidedAt?: 'approvedAt' | 'rejectedAt'
  /** Its way through the sandbox besides a call, or through live mode. */
  readonly ways: readonly Way[]
}

interface Way {
  readonly name: string
  readonly mode: 'test' | 'live'
  /** Of the applicant. */
  readonly phone: string
  /** What is done once it is ordered; with a number that says how it ends, nothing. */
  readonly end: (id: number, subStatus: string) => Promise<unknown>
}

/** Nobody comes to this one by himself. */
const nobody = '08000001010'

const byNumber = (phone: string): Way => ({
  name: `by the number ${phone}`,
  mode: 'test',
  phone,
  end: async () => {},
})
const byCall: Way = {
  name: 'by a call',
  mode: 'test',
  phone: nobody,
  end: async (id, subStatus) => {
    const answer = await test.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus })
    const { status } = ends[subStatus]!
    expect(answer).toMatchObject({
      status: 202,
      body: { id, status: { status, subStatus, state: 'COMPLETE' } },
    })
  },
}
const byClock: Way = {
  name: 'by the clock',
  mode: 'test',
  phone: nobody,
  end: async id =>
    expect(await test.post('/v1/sandbox/clock', { to: 'expired', verificationId: id })).toMatchObject({
      status: 202,
    }),
}
const byOperator = (outcome: string): Way => ({
  name: 'by the operator',
  mode: 'live',
  phone: applicant.phone,
  end: verificationId =>
    world.administer({ command: 'decide', organisationId: 1, mode: 'live', verificationId, outcome }),
})
const byCustomer = (mode: Way['mode']): Way => ({
  name: `by the customer in ${mode} mode`,
  mode,
  phone: nobody,
  end: async id => {
    const { client, collection } = orderedBy.get(id)!
    expect(await client.delete(`/v1/${collection}/${id}`)).toMatchObject({
      status: 200,
      body: { status: { status: 'CANCELLED', subStatus: 'CANCELLED', state: 'COMPLETE' } },
    })
  },
})

const both = ['address', 'employment'] as const

const ends: Readonly<Record<string, End>> = {
  VERIFIED: {
    status: 'VERIFIED',
    of: both,
    decidedAt: 'approvedAt',
    ways: [byNumber('08000001011'), byNumber('08031234567'), byCall, byOperator('verified')],
  },
  'FAILED - NOT IN RESIDENCE': {
    status: 'WRONG_ADDRESS',
    of: ['address'],
    decidedAt: 'rejectedAt',
    ways: [byNumber('08000001001'), byCall, byOperator('notInResidence')],
  },
  'FAILED - INVALID ADDRESS': {
    status: 'INVALID_ADDRESS',
    of: ['address'],
    decidedAt: 'rejectedAt',
    ways: [byNumber('08000001002'), byCall, byOperator('invalidAddress')],
  },
  'CANNOT ACCESS ADDRESS': {
    status: 'NO_ACCESS',
    of: ['address'],
    decidedAt: 'rejectedAt',
    ways: [byNumber('08000001003'), byCall, byOperator('noAccess')],
  },
  'FAILED - NOT AN EMPLOYEE': {
    status: 'UNVERIFIED',
    of: ['employment'],
    decidedAt: 'rejectedAt',
    ways: [byNumber('08000001001'), byCall, byOperator('notAnEmployee')],
  },
  'FAILED - DETAILS MISMATCH': {
    status: 'UNVERIFIED',
    of: ['employment'],
    decidedAt: 'rejectedAt',
    ways: [byNumber('08000001002'), byCall, byOperator('detailsMismatch')],
  },
  'FAILED - EMPLOYER UNREACHABLE': {
    status: 'UNVERIFIED',
    of: ['employment'],
    decidedAt: 'rejectedAt',
    ways: [byNumber('08000001003'), byCall, byOperator('employerUnreachable')],
  },
  'FAILED - EXPIRED': { status: 'UNVERIFIED', of: both, ways: [byClock] },
  CANCELLED: { status: 'CANCELLED', of: both, ways: [byCustomer('test'), byCustomer('live')] },
}

const casesOf = (type: Kind['type']) =>
  Object.entries(ends)
    .filter(([, { of }]) => of.includes(type))
    .flatMap(([subStatus, end]) => end.ways.map(way => ({ subStatus, ...end, way, by: way.name })))
type Case = ReturnType<typeof casesOf>[number]

const world = await joinWorld()
const test = await world.client('local-test')
const clients = { test, live: await world.client('local-live') }
const receiver = await world.receiver()
const secrets = {
  test: (await test.post('/v1/webhooks', { url: `${receiver.url}/test` })).body.secret,
  live: (await clients.live.post('/v1/webhooks', { url: `${receiver.url}/live` })).body.secret,
}
const orderedBy = new Map<number, { readonly client: ApiClient; readonly collection: string }>()
let ordered = 0

const inProgress = { status: 'IN_PROGRESS', subStatus: 'IN PROGRESS', state: 'IN_PROGRESS' }

it.each(Object.values(kinds))('are all ends of $product', ({ product, type }) => {
  const told = possibleOutcomes(product).map(outcome => outcomes[outcome].subStatus)
  expect([...new Set(casesOf(type).map(({ subStatus }) => subStatus))].sort()).toEqual([...told].sort())
})

describe.each(Object.entries(kinds))('%s', (_name, { product, path, order, created, event, type }) => {
  const collection = type === 'address' ? 'addresses' : 'employments'
  const ids = new Map<Case, number>()
  const cases = casesOf(type)

  const end = async (each: Case): Promise<void> => {
    const client = clients[each.way.mode]
    const number = ++ordered
    const names = type === 'address' ? { street: `${number} End Street` } : { employerName: `End ${number}` }
    const answer = await client.post(
      path,
      order({ ...names, applicant: { ...applicant, phone: each.way.phone } }),
    )
    const { id } = answer.body
    expect([answer.status, deviations(answer.body, created)]).toEqual([201, []])
    expect(answer.body).toMatchObject({ status: inProgress, duplicateRequest: false, [type]: { price: 0 } })
    expect(answer.headers.get('location')).toBe(`/v1/${collection}/${id}`)
    orderedBy.set(id, { client, collection })
    ids.set(each, id)
    await each.way.end(id, each.subStatus)
  }
  beforeAll(async () => {
    for (const each of cases) await end(each)
  })

  describe.each(cases)('$subStatus $by', each => {
    const { subStatus, status, decidedAt, way } = each
    const isLive = way.mode === 'live'
    const price = decidedAt ? stages.local.prices[product] : 0
    const client = clients[way.mode]
    const eventIdOf = () => `evt_${ids.get(each)}_completed`

    it('is told in a signed event with every field of the interface, and no other', async () => {
      const received = await receivedEvent(receiver, eventIdOf())
      const envelope = new Webhook(secrets[way.mode]).verify(received.body, received.headers) as {
        data: Record<string, unknown>
      }
      expect(deviations(envelope, event)).toEqual([])
      expect(Object.keys(envelope)).toEqual(['event', 'event_type', 'data'])
      expect(envelope).toMatchObject({ event: type, event_type: 'verification_completed' })
      expect(Object.keys(envelope.data).toSorted()).toEqual(
        ['customerReference', 'id', type, 'summary'].toSorted(),
      )
      const { customerReference } = order({}) as { customerReference: string }
      expect(envelope.data).toMatchObject({
        id: ids.get(each),
        summary: null,
        customerReference,
        [type]: { customerReference, status: { status, subStatus, state: 'COMPLETE' }, price, isLive },
      })
      expect(JSON.stringify(Envelope.parse(JSON.parse(received.body)))).toBe(received.body)
    })

    it('is read at its own address as in the event, with the time of whoever decided', async () => {
      const received = await receivedEvent(receiver, eventIdOf())
      const { body } = await client.get(`/v1/${collection}/${ids.get(each)}`)
      expect(body.status).toEqual({ status, subStatus, state: 'COMPLETE' })
      const record = body[type]
      expect(withoutLinks(record)).toEqual(withoutLinks(JSON.parse(received.body).data[type]))
      const times = ['approvedAt', 'rejectedAt'].filter(name => record[name] !== null)
      expect(times).toEqual(decidedAt ? [decidedAt] : [])
      if (type === 'address') expect(photosOf(record)).toEqual(photosTaken(each))
    })

    it('is found with the event’s parsed body, its exact bytes and the delivery', async () => {
      const received = await receivedEvent(receiver, eventIdOf())
      const found = await eventually(async () => {
        const { body } = await client.get(`/v1/events/${received.id}`)
        return body.attempts.length > 0 && body
      }, 'the attempt in the log')
      expect(found.bodyRaw).toBe(received.body)
      expect(found.body).toEqual(JSON.parse(received.body))
      expect(found.attempts).toEqual([
        {
          eventId: received.id,
          endpointId: expect.any(Number),
          attempt: 1,
          at: expect.any(String),
          outcome: 'delivered',
          status: 200,
          latencyMs: expect.any(Number),
          failure: null,
          detail: null,
          answer: 'thanks',
          nextAttemptAt: null,
        },
      ])
    })
  })
})

type AnyRecord = Readonly<Record<string, object>>

const kindsOfPhotos = ['exteriorPhotos', 'interiorPhotos', 'extraPhotos'] as const

/** A link to a photo is another each time. */
const withoutLinks = (record: AnyRecord) => {
  const links = kindsOfPhotos.filter(kind => record[kind]).map(kind => [kind, Object.keys(record[kind]!)])
  return { ...record, ...Object.fromEntries(links) }
}

const photosOf = (record: AnyRecord) => kindsOfPhotos.map(kind => Object.keys(record[kind]!))

/** Of the simulated agent: outside wherever there was a visit, inside and around where all was found. */
const photosTaken = ({ subStatus, decidedAt, way }: Case) => {
  if (way.mode === 'live' || !decidedAt) return [[], [], []]
  const others = subStatus === 'VERIFIED' ? ['photo1'] : []
  return [['photo1', 'photo2'], others, others]
}
