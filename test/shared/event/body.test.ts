import { describe, expect, it } from 'vitest'
import type { Envelope } from '../../../shared/event/contract.ts'
import { toEventBytes } from '../../../shared/event/envelope.ts'
import { address, businessAddress, employment } from './envelopes.ts'
import { lateAnswers, lateEnvelope } from './late-envelopes.ts'

const envelopes: readonly (readonly [string, Envelope])[] = [
  ['address', address],
  ['business address', businessAddress],
  ['employment', employment],
  ...Object.entries(lateAnswers).map(([name, answer]) => [name, lateEnvelope(answer)] as const),
]

/** The same with the keys the other way round at every depth, and one more in every object. */
const disturbed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, field]) => [name, disturbed(field)])
  return Object.fromEntries([['undeclared', 'field'], ...entries.reverse()])
}

describe.each(envelopes)('the bytes of an event about %s', (_, envelope) => {
  it('hold all that its schema declares', () => {
    expect(JSON.parse(toEventBytes(envelope))).toEqual(envelope)
  })

  it('are the same in whatever order its fields were given, and whatever came with them', () => {
    expect(toEventBytes(disturbed(envelope) as Envelope)).toBe(toEventBytes(envelope))
  })
})

it('an event that is not as its schema says is not frozen', () => {
  const { data } = address
  const broken = { ...address, data: { ...data, address: { ...data.address, price: '2500' } } }
  expect(() => toEventBytes(broken as never)).toThrow()
})
