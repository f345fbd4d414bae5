import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pack, toThinBody, unpack, unpackPayload } from '../../../shared/event/body.ts'
import type { Envelope } from '../../../shared/event/contract.ts'
import { packBodies, toEventBytes, toMaskedBytes } from '../../../shared/event/envelope.ts'
import type { Event } from '../../../shared/event/event.ts'
import type { PayloadProfile } from '../../../shared/event/name-contract.ts'
import { forAll } from '../../support/for-all.ts'
import { address, businessAddress, employment } from './envelopes.ts'
import { lateAnswers, lateEnvelope } from './late-envelopes.ts'
import shownWhenMasked from './masked.json' with { type: 'json' }

const payloadOf = (body: string, profile: PayloadProfile): Promise<string> =>
  unpackPayload({ ...frozen, body: packBodies(body) }, profile)

const frozen: Event = {
  id: 'evt_5_completed',
  organisationId: 1,
  mode: 'test',
  verificationId: 5,
  event: 'address',
  eventType: 'verification_completed',
  createdAt: '2026-11-22T00:00:00.000Z',
}

const all: readonly (readonly [keyof typeof shownWhenMasked, Envelope])[] = [
  ['address', address],
  ['business address', businessAddress],
  ['employment', employment],
  ...(Object.keys(lateAnswers) as (keyof typeof lateAnswers)[]).map(
    name => [`late ${name}`, lateEnvelope(lateAnswers[name])] as const,
  ),
]

const keysOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, field]) => [name, keysOf(field)])
    : undefined

/** The same with the keys the other way round at every depth, and one more in every object. */
const disturbed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, field]) => [name, disturbed(field)])
  return Object.fromEntries([['undeclared', 'field'], ...entries.reverse()])
}

describe.each(all)('the payloads of an event about %s', (name, envelope) => {
  const body = toEventBytes(envelope)

  it.each(['full', 'masked', 'thin'] as const)('%s are the same bytes each time', async profile => {
    const once = await payloadOf(body, profile)
    expect(await payloadOf(body, profile)).toBe(once)
    expect(JSON.stringify(JSON.parse(once))).toBe(once)
  })

  it('full are the frozen bytes', async () => expect(await payloadOf(body, 'full')).toBe(body))

  it('masked show what stands in masked.json, to the letter', async () => {
    expect(await payloadOf(body, 'masked')).toBe(JSON.stringify(shownWhenMasked[name]))
  })

  it('full hold all that its schema declares, in whatever order its fields came, and whatever with them', () => {
    expect(JSON.parse(body)).toEqual(envelope)
    expect(toEventBytes(disturbed(envelope) as Envelope)).toBe(body)
  })

  it('masked have the same fields in the same order', () => {
    expect(keysOf(JSON.parse(toMaskedBytes(body)))).toEqual(keysOf(JSON.parse(body)))
  })

  it('thin say what they are about, and no more', async () => {
    const { event, event_type, data } = JSON.parse(body)
    const { id, summary, customerReference } = data
    const { status } = data.address ?? data.employment ?? data.identity
    const thin = { event, event_type, data: { id, summary, customerReference, status } }
    expect(await payloadOf(body, 'thin')).toBe(JSON.stringify(thin))
    expect(toThinBody(body)).toBe(JSON.stringify(thin))
  })
})

it('an event that is not as its schema says is not frozen', () => {
  const { data } = address
  const broken = { ...address, data: { ...data, address: { ...data.address, price: '2500' } } }
  expect(() => toEventBytes(broken as never)).toThrow()
})

it('an event without a field that its schema has since is masked all the same', () => {
  const { price: _, neighbor: __, ...older } = address.data.address
  const body = JSON.stringify({ ...address, data: { ...address.data, address: { ...older, street: 'x' } } })
  const { price, neighbor, ...masked } = JSON.parse(toMaskedBytes(toEventBytes(address))).data.address
  expect([price, neighbor]).not.toContain(undefined)
  expect(JSON.parse(toMaskedBytes(body)).data.address).toEqual(masked)
})

it('gives back the exact body, whatever it is', () => {
  forAll(fc.string({ unit: 'grapheme', maxLength: 5000 }), body => {
    expect(unpack(pack(body))).toBe(body.toWellFormed())
  })
})

it('refuses bytes that are not packed', () => {
  expect(() => unpack(Buffer.of(9, 1, 2))).toThrow()
})
