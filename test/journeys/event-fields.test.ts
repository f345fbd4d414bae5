import { describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { toMaskedBytes } from '../../shared/event/envelope.ts'
import { joinWorld } from '../support/environment.ts'
import { products } from '../support/identities.ts'
import {
  addressEventFields,
  deviations,
  employmentEventFields,
  type Fields,
  identityEventFields,
} from '../support/interface-fields.ts'
import { addressOrder, applicant, businessAddressOrder, employmentOrder } from '../support/orders.ts'
import { receivedEvent } from '../support/receiver.ts'

const profiles = ['full', 'masked', 'thin'] as const
const inProgress = { status: 'IN_PROGRESS', subStatus: 'IN PROGRESS', state: 'IN_PROGRESS' }
const verified = { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' }
const types = [
  ['started', inProgress],
  ['delayed', inProgress],
  ['completed', verified],
] as const

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

/** The agent takes his time, so that a verification is late before it is visited. */
const unhurried = { applicant: { ...applicant, phone: '08000001012' } }

const happenTo = async (subject: string, path: string, order: object): Promise<void> => {
  const { id } = (await sandbox.post(path, order)).body
  ids[subject] = id
  const late = { to: 'delayed', verificationId: id }
  expect((await sandbox.post('/v1/sandbox/clock', late)).status).toBe(202)
  const end = { subStatus: 'VERIFIED' }
  expect((await sandbox.post(`/v1/sandbox/verifications/${id}/complete`, end)).status).toBe(202)
}

const world = await joinWorld()
const sandbox = await world.client('local-test')
const live = await world.client('local-live')
const [full, masked, thin] = [await world.receiver(), await world.receiver(), await world.receiver()]
const receivers = { full, masked, thin }
const events = ['address.*', 'employment.*', 'identity.*']
for (const client of [sandbox, live])
  for (const payload of profiles)
    await client.post('/v1/webhooks', { url: receivers[payload].url, payload, events })
await Promise.all([
  happenTo('a street address', '/v1/addresses', addressOrder(unhurried)),
  happenTo('a business address', '/v1/addresses/business', businessAddressOrder(unhurried)),
  happenTo('an employment', '/v1/employments', employmentOrder(unhurried)),
])
await lookUpLate()

/** An event as each of the three endpoints got it. */
const eventOf = async (subject: string, type: string) => {
  const id = `evt_${ids[subject]}_${type}`
  const [full, masked, thin] = await Promise.all(
    profiles.map(profile => receivedEvent(receivers[profile], id)),
  )
  return { id, full: full!.body, masked: masked!.body, thin: thin!.body }
}

const kinds: readonly (readonly [string, 'address' | 'employment', string, Fields])[] = [
  ['a street address', 'address', 'order-1', addressEventFields],
  ['a business address', 'address', 'order-2', addressEventFields],
  ['an employment', 'employment', 'order-3', employmentEventFields],
]

const cases = kinds.flatMap(([subject, verificationType, customerReference, fields]) =>
  types.map(([type, status]) => ({ subject, verificationType, customerReference, fields, type, status })),
)

describe.each(cases)(
  'the event "$type" of $subject',
  ({ subject, type, verificationType, fields, ...about }) => {
    it('has exactly the fields of the interface in full, and survives parse and stringify', async () => {
      const { full } = await eventOf(subject, type)
      const envelope = JSON.parse(full)
      expect(deviations(envelope, fields)).toEqual([])
      expect([envelope.event, envelope.event_type]).toEqual([verificationType, `verification_${type}`])
      expect(envelope.data).toMatchObject({ id: ids[subject], customerReference: about.customerReference })
      expect(envelope.data[verificationType].status).toEqual(about.status)
      expect(JSON.stringify(envelope)).toBe(full)
    })

    it('is ids and status alone when thin, to the byte', async () => {
      const { customerReference, status } = about
      const data = { id: ids[subject], summary: null, customerReference, status }
      expect((await eventOf(subject, type)).thin).toBe(
        JSON.stringify({ event: verificationType, event_type: `verification_${type}`, data }),
      )
    })

    it('has the same fields in the same order when masked, and nothing personal', async () => {
      const { full, masked } = await eventOf(subject, type)
      expect(masked).toBe(toMaskedBytes(full))
      expect(namesIn(masked)).toEqual(namesIn(full))
      expect(masked).not.toMatch(
        /Ngozi|Adeyemi|8000001012|1990-04-12|Ibrahim Musa|RC123456|Allen Avenue|roundabout|\/v1\/file\//,
      )
    })
  },
)

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
