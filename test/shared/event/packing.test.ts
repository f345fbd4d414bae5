import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pack, unpack } from '../../../shared/event/packing.ts'
import version1 from '../../../shared/event/packing-1.json' with { type: 'json' }

it('gives back the exact body, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 5000 }), body => {
      expect(unpack(pack(body))).toBe(body.toWellFormed())
    }),
  )
})

it('opens what version 1 packed', () => {
  const status = { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' }
  const address = { id: 7, userId: null, identityVerificationId: null, apiReference: null, status }
  const data = { id: 7, summary: null, customerReference: 'order-7', address }
  const body = JSON.stringify({ event: 'address', event_type: 'verification_completed', data })
  expect(unpack(Buffer.from('AaNOVWVOVF2VX5SSWqRrjlllmVNeZ1EvRAA=', 'base64'))).toBe(body)
})

it('keeps the dictionary that version 1 packed with', () => {
  expect(createHash('sha256').update(version1.dictionary).digest('hex')).toBe(
    '1092638ee9ce98addf5426c62da4f33b05d5da3b97a0796d9405aa6766515bd1',
  )
})

it('opens what version 2 packed', () => {
  const body = '{"event":"address","event_type":"verification_completed","data":{"id":7}}'
  const packed = Buffer.concat([Buffer.of(2), deflateRawSync(body)])
  expect(unpack(packed)).toBe(body)
})

it('refuses bytes of another version', () => {
  expect(() => unpack(Buffer.of(9, 1, 2))).toThrow(RangeError)
})
