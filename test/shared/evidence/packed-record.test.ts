import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  packDigests,
  packRecord,
  unpackDigests,
  unpackRecord,
} from '../../../shared/evidence/packed-record.ts'
import { newDevice } from '../../support/capture.ts'
import { northBy } from '../../support/live-visit.ts'

const device = newDevice()
const fixes = [...Array(10).keys()].map(n => ({
  ...northBy(n / 3),
  accuracyMetres: 14.2 + n,
  at: new Date(Date.UTC(2026, 10, 26, 9, 0, n)).toISOString(),
}))
const signed = device.capture('12-892203921349578', Buffer.from('a photo'), { fixes })

describe('what a device signed', () => {
  it('is the same to the letter once it was packed, in less than a third of its bytes', () => {
    const packed = packRecord(signed)!
    expect(unpackRecord(packed)).toBe(signed)
    expect(packed.length * 3).toBeLessThan(signed.length)
  })

  it('is the same for any JSON that a device may sign, and any header', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string({ maxLength: 100 }),
        (payload, typ) => {
          const one = device.signAnything(payload, { alg: 'ES256', typ })
          expect(unpackRecord(packRecord(one)!)).toBe(one)
        },
      ),
    )
  })

  it('is not packed where its base64 is spelled otherwise, its signature short, or its header long', () => {
    const [header = '', payload = '', signature = ''] = signed.split('.')
    // The last letter of 86 carries four bits, of which the encoder leaves the rest at zero.
    const respelled = `${signature.slice(0, -1)}${{ A: 'B', Q: 'R', g: 'h', w: 'x' }[signature.at(-1)!]}`
    expect(packRecord([header, payload, respelled].join('.'))).toBeUndefined()
    expect(packRecord([header, payload, signature.slice(4)].join('.'))).toBeUndefined()
    expect(packRecord(`${header}.${payload}`)).toBeUndefined()
    expect(packRecord(device.signAnything({}, { alg: 'ES256', kid: 'k'.repeat(300) }))).toBeUndefined()
  })
})

describe('digests of what is seen', () => {
  const digests = [...Array(31).keys()].map(n =>
    createHash('sha256').update(`${n}`).digest('hex').slice(0, 16),
  )

  it('take eight bytes each, and one', () => {
    const packed = packDigests(digests)
    expect([packed.length, unpackDigests(packed)]).toEqual([249, digests])
    expect(unpackDigests(packDigests([]))).toEqual([])
  })

  it('stay as they are in another form, and where they were stored before', () => {
    for (const other of [['0123456789abcdeg'], ['0123'], ['0123456789ABCDEF']])
      expect(packDigests(other)).toBe(other)
    expect(unpackDigests(digests)).toBe(digests)
  })
})
