import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pack, unpack } from '../../../shared/event/packing.ts'
import { dictionary1 } from '../../../shared/event/packing-dictionary.ts'

it('gives back the exact body, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 5000 }), body => {
      expect(unpack(pack(body))).toBe(body.toWellFormed())
    }),
  )
})

it('keeps the dictionary that stored events were packed with', () => {
  expect(createHash('sha256').update(dictionary1).digest('hex')).toBe(
    '1092638ee9ce98addf5426c62da4f33b05d5da3b97a0796d9405aa6766515bd1',
  )
})

it('refuses bytes of another version', () => {
  expect(() => unpack(Buffer.of(9, 1, 2))).toThrow(RangeError)
})
