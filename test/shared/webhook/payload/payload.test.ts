import { describe, expect, it } from 'vitest'
import { toEventBytes } from '../../../../shared/event/body.ts'
import type { Envelope } from '../../../../shared/event/contract.ts'
import type { PayloadProfile } from '../../../../shared/webhook/contract.ts'
import { buildPayload, buildPingBody } from '../../../../shared/webhook/payload/payload.ts'
import { address, businessAddress, employment } from './envelopes.ts'
import { lateAnswers, lateEnvelope } from './late-envelopes.ts'
import shownWhenMasked from './masked.json' with { type: 'json' }

const sent = (envelope: Envelope, profile: PayloadProfile) =>
  JSON.parse(buildPayload(toEventBytes(envelope), profile))

const all: readonly (readonly [keyof typeof shownWhenMasked, Envelope])[] = [
  ['address', address],
  ['business address', businessAddress],
  ['employment', employment],
  ['late nin', lateEnvelope(lateAnswers.nin)],
  ['late mismatch', lateEnvelope(lateAnswers.mismatch)],
  ['late none', lateEnvelope(lateAnswers.none)],
  ['late premium', lateEnvelope(lateAnswers.premium)],
  ['late license', lateEnvelope(lateAnswers.license)],
  ['late failed', lateEnvelope(lateAnswers.failed)],
]

/** The names of all fields, at every depth. */
const keysOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, field]) => [name, keysOf(field)])
    : undefined

describe.each(all)('the payloads of an event about %s', (name, envelope) => {
  const body = toEventBytes(envelope)

  it.each(['full', 'masked', 'thin'] as const)('%s are the same bytes each time', profile => {
    const once = buildPayload(body, profile)
    expect(buildPayload(body, profile)).toBe(once)
    expect(JSON.stringify(JSON.parse(once))).toBe(once)
  })

  it('full are the frozen bytes', () => expect(buildPayload(body, 'full')).toBe(body))

  it('masked show what stands in masked.json, to the letter', () => {
    expect(buildPayload(body, 'masked')).toBe(JSON.stringify(shownWhenMasked[name]))
  })

  it('masked have the same fields in the same order', () => {
    expect(keysOf(sent(envelope, 'masked'))).toEqual(keysOf(JSON.parse(body)))
  })

  it('thin say what they are about, and no more', () => {
    const { event, event_type, data } = JSON.parse(body)
    const { id, summary, customerReference } = data
    const { status } = data.address ?? data.employment ?? data.identity
    const thin = { event, event_type, data: { id, summary, customerReference, status } }
    expect(buildPayload(body, 'thin')).toBe(JSON.stringify(thin))
  })
})

it('an event that was frozen before a field existed is masked all the same', () => {
  const { price: _, neighbor: __, ...older } = address.data.address
  const body = JSON.stringify({ ...address, data: { ...address.data, address: { ...older, street: 'x' } } })
  const { price: ___, neighbor: ____, ...masked } = sent(address, 'masked').data.address
  expect(JSON.parse(buildPayload(body, 'masked')).data.address).toEqual(masked)
})

it('a ping has the form of an event and no event’s name', () => {
  expect(buildPingBody(5)).toBe('{"event":"webhook","event_type":"ping","data":{"id":5}}')
})
