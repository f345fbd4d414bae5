import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encode } from '../../../shared/event/envelope.ts'
import { forMany } from '../../support/for-all.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
const loneSurrogate = fc.constantFrom('\ud800', 'a\udfffb', '\udc00\ud800')
const leaf = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    true,
    false,
    -0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    5e-324,
    2 ** 53,
  ),
  fc.double(),
  fc.integer(),
  text,
  loneSurrogate,
  fc.date(),
)
const key = fc.oneof(
  text,
  loneSurrogate,
  fc.nat().map(String),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'toJSON', '', '-0', '01'),
)
const { record } = fc.letrec<{ value: unknown; record: object }>(tie => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, tie('record'), fc.array(tie('value'), { maxLength: 5 })),
  record: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 8 })
    .map(entries => Object.fromEntries(entries.filter(([, value]) => typeof value !== 'function'))),
}))

describe('the bytes of an event', () => {
  it('are the same after any receiver parses and stringifies them', () => {
    forMany(1000)(record, envelope => {
      const bytes = encode(envelope)
      expect(JSON.stringify(JSON.parse(bytes))).toBe(bytes)
      expect(encode(JSON.parse(bytes))).toBe(bytes)
    })
  })

  it('are valid Unicode, so that they survive UTF-8 and strict parsers', () => {
    forMany(1000)(record, envelope => {
      const bytes = encode(envelope)
      expect(Buffer.from(bytes, 'utf8').toString('utf8')).toBe(bytes)
      expect(bytes).not.toMatch(/\\ud[89a-f]/i)
    })
  })

  it('are what JSON says, for a plain envelope in its own order', () => {
    const data = { id: 7, summary: null, customerReference: 'Ọjà/7', address: { isLive: true, price: 0.1 } }
    const envelope = { event: 'address', event_type: 'verification_completed', data }
    expect(encode(envelope)).toBe(JSON.stringify(envelope))
  })

  it.each([
    [{ a: -0 }, '{"a":0}'],
    [{ a: Number.NaN, b: [undefined] }, '{"a":null,"b":[null]}'],
    [{ a: undefined }, '{}'],
    [{ b: 1, 2: 2, 1: 1 }, '{"1":1,"2":2,"b":1}'],
    [{ a: 'x\ud800y' }, '{"a":"x\ufffdy"}'],
    [{ a: { 'k\udc00': [{ 'k\udc00': '\ud83d\ude00' }] } }, '{"a":{"k\ufffd":[{"k\ufffd":"\ud83d\ude00"}]}}'],
    [JSON.parse('{"__proto__":{"isAdmin":true},"a":{"__proto__":1,"b":2}}'), '{"a":{"b":2}}'],
    [{ at: new Date('2026-11-20T12:00:00Z') }, '{"at":"2026-11-20T12:00:00.000Z"}'],
    [{ a: '\u2028<script>\u0000' }, '{"a":"\u2028<script>\\u0000"}'],
  ])('of %j are %s', (envelope, bytes) => expect(encode(envelope)).toBe(bytes))

  it('do not exist for what JSON cannot say', () => {
    const cycle: { self?: object } = {}
    cycle.self = cycle
    for (const wrong of [cycle, { a: 1n }, () => {}]) expect(() => encode(wrong)).toThrow(TypeError)
  })

  it('leave the record that they are made from as it was', () => {
    const data = JSON.parse('{"__proto__":1,"a\\ud800":"b\\ud800"}')
    const before = JSON.stringify(data)
    encode(data)
    expect(JSON.stringify(data)).toBe(before)
  })
})
