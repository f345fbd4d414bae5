import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { stages } from '../../infra/stages.ts'
import { toMaskedBytes } from '../../shared/event/envelope.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import {
  addressEventFields,
  deviations,
  employmentEventFields,
  type Fields,
  identityEventFields,
} from '../support/interface-fields.ts'
import { addressOrder, businessAddressOrder, employmentOrder } from '../support/orders.ts'
import type { Received, Receiver } from '../support/receiver.ts'

/** The simulated agent comes when it is late already, so that a verification tells everything that it can. */
const verification = { ...stages.local.verification, dueSeconds: 1, simulatedAgentDelaySeconds: 4 }

const profiles = ['full', 'masked', 'thin'] as const
const inProgress = { status: 'IN_PROGRESS', subStatus: 'IN PROGRESS', state: 'IN_PROGRESS' }
const verified = { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' }
const types = [
  ['started', inProgress],
  ['delayed', inProgress],
  ['completed', verified],
] as const

let world: World
let receivers: Readonly<Record<(typeof profiles)[number], Receiver>>
let sandbox: ApiClient
let live: ApiClient
const ids: Record<string, number> = {}

/** Accepted while the registries are down, and concluded once they are well. */
const lookUpLate = async (): Promise<void> => {
  const { firstname, lastname } = simulatedPerson
  world.simulator.behave('error')
  const asked = products.map(async product => {
    const claim = { [product.firstnameField]: firstname, lastname }
    const accepted = await live.post(product.path(product.ending('111')), claim, { prefer: 'respond-async' })
    ids[product.name] = accepted.body.id
  })
  await Promise.all(asked)
  world.simulator.behave('answer')
}

beforeAll(async () => {
  world = await startWorld({ settings: { verification } })
  sandbox = await world.client('local-test')
  live = await world.client('local-live')
  const [full, masked, thin] = [await world.receiver(), await world.receiver(), await world.receiver()]
  receivers = { full, masked, thin }
  const events = ['address.*', 'employment.*', 'identity.*']
  for (const client of [sandbox, live])
    for (const payload of profiles)
      await client.post('/v1/webhooks', { url: receivers[payload].url, payload, events })
  ids['a street address'] = (await sandbox.post('/v1/addresses', addressOrder())).body.id
  const business = businessAddressOrder({ street: '13 Allen Avenue' })
  ids['a business address'] = (await sandbox.post('/v1/addresses/business', business)).body.id
  ids['an employment'] = (await sandbox.post('/v1/employments', employmentOrder())).body.id
  await lookUpLate()
})
afterAll(() => world[Symbol.asyncDispose]())

/** An event as each of the three endpoints got it. */
const eventOf = async (subject: string, type: string) => {
  const id = `evt_${ids[subject]}_${type}`
  const got = (receiver: Receiver): Promise<Received> =>
    eventually(() => receiver.received.find(one => one.id === id), `${type} of ${subject}`)
  const [full, masked, thin] = await Promise.all(profiles.map(profile => got(receivers[profile])))
  return { id, full: full!.body, masked: masked!.body, thin: thin!.body }
}

const kinds: readonly (readonly [string, 'address' | 'employment', string, Fields])[] = [
  ['a street address', 'address', 'order-1', addressEventFields],
  ['a business address', 'address', 'order-2', addressEventFields],
  ['an employment', 'employment', 'order-3', employmentEventFields],
]

const cases = kinds.flatMap(([subject, noun, customerReference, fields]) =>
  types.map(([type, status]) => ({ subject, noun, customerReference, fields, type, status })),
)

describe.each(cases)('the event "$type" of $subject', ({ subject, type, noun, fields, ...about }) => {
  it('has exactly the fields of the interface in full, and survives parse and stringify', async () => {
    const { full } = await eventOf(subject, type)
    const envelope = JSON.parse(full)
    expect(deviations(envelope, fields)).toEqual([])
    expect([envelope.event, envelope.event_type]).toEqual([noun, `verification_${type}`])
    expect(envelope.data).toMatchObject({ id: ids[subject], customerReference: about.customerReference })
    expect(envelope.data[noun].status).toEqual(about.status)
    expect(JSON.stringify(envelope)).toBe(full)
  })

  it('is ids and status alone when thin, to the byte', async () => {
    const { customerReference, status } = about
    const data = { id: ids[subject], summary: null, customerReference, status }
    expect((await eventOf(subject, type)).thin).toBe(
      JSON.stringify({ event: noun, event_type: `verification_${type}`, data }),
    )
  })

  it('has the same fields in the same order when masked, and nothing personal', async () => {
    const { full, masked } = await eventOf(subject, type)
    expect(masked).toBe(toMaskedBytes(full))
    expect(namesIn(masked)).toEqual(namesIn(full))
    expect(masked).not.toMatch(
      /Ngozi|Adeyemi|08031234567|1990-04-12|Ibrahim Musa|RC123456|Allen Avenue|roundabout|\/v1\/file\//,
    )
  })

  it('is read in the bytes that were delivered, and parsed in the same order', async () => {
    const { id, full } = await eventOf(subject, type)
    const { body } = await sandbox.get(`/v1/events/${id}`)
    expect(body.bodyRaw).toBe(full)
    expect(JSON.stringify(body.body)).toBe(full)
  })
})

/** The paths of all fields, in their order; a field that is hidden as a whole has none below it. */
const namesIn = (text: string): string[] => {
  const names = (value: unknown, path: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, field]) => [
          `${path}/${name}`,
          ...names(field, `${path}/${name}`),
        ])
      : []
  return names(JSON.parse(text), '')
}

describe.each(products)('the event of a late look-up of $name', ({ name, check }) => {
  it('has exactly the fields of the interface in full, and survives parse and stringify', async () => {
    const { full } = await eventOf(name, 'completed')
    const envelope = JSON.parse(full)
    expect(deviations(envelope, identityEventFields[name]!)).toEqual([])
    const { identity, ...data } = envelope.data
    expect([envelope.event, envelope.event_type]).toEqual(['identity', 'verification_completed'])
    expect(data).toEqual({ id: ids[name], summary: null, customerReference: '' })
    expect(identity.summary).toEqual({
      [check]: {
        status: 'EXACT_MATCH',
        fieldMatches: { firstname: true, lastname: true },
        matchDetails: { firstname: 'exact', lastname: 'exact' },
      },
    })
    expect(JSON.stringify(envelope)).toBe(full)
  })

  it('is the id and the status alone when thin, to the byte', async () => {
    const status = { state: 'complete', status: 'verified' }
    const data = { id: ids[name], summary: null, customerReference: '', status }
    expect((await eventOf(name, 'completed')).thin).toBe(
      JSON.stringify({ event: 'identity', event_type: 'verification_completed', data }),
    )
  })

  it('tells the verdict when masked, and nothing that the registry said', async () => {
    const { full, masked } = await eventOf(name, 'completed')
    expect(masked).toBe(toMaskedBytes(full))
    const { identity } = JSON.parse(masked).data
    const whole = JSON.parse(full).data.identity
    expect([identity.id, identity.summary, identity.status]).toEqual([whole.id, whole.summary, whole.status])
    const said = Object.values(simulatedPerson).filter(value => value.length > 2)
    expect(said.filter(value => masked.includes(value))).toEqual([])
  })
})
