import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRecord, toPendingPhoto } from '../../../shared/evidence/capture-record.ts'
import { type Slot, slots } from '../../../shared/evidence/contract.ts'
import { packPhotos, unpackPhotos } from '../../../shared/evidence/packed-photos.ts'
import type { Photo } from '../../../shared/evidence/photo.ts'
import { newDevice } from '../../support/capture.ts'
import { northBy } from '../../support/live-visit.ts'

const device = newDevice()
const key = { organisationId: 12, mode: 'live', verificationId: 892203921349578 } as const
const nowMs = Date.UTC(2026, 10, 26, 9, 1)
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** With as many positions as the agent's page sends. */
const photoOf = (slot: Slot): Photo => {
  const fixes = [...Array(10).keys()].map(n => ({
    ...northBy(n / 3),
    accuracyMetres: 14.2 + n,
    at: new Date(nowMs - 1000 * (10 - n)).toISOString(),
  }))
  const capturedAt = new Date(nowMs - 60_000).toISOString()
  const signed = device.capture('12-892203921349578', Buffer.from(slot), { slot, capturedAt, fixes })
  return toPendingPhoto(key, { signed, record: readRecord(signed)! }, { by: 'agent-1', nowMs })
}
const whole = slots.slice(0, 4).map(photoOf)
const settled = whole.map(photo => ({
  ...photo,
  state: 'stored' as const,
  storedAt: new Date(nowMs).toISOString(),
  width: 2000,
  height: 1500,
  shownSha256: digestOf(photo.sha256),
  digest: '0123456789abcdef00011f',
}))
const again = (photos: readonly Photo[]) => unpackPhotos(key, packPhotos(photos))

it('gives the photos of a visit back as they were, four in less than two kilobytes as stated', () => {
  expect(again(whole)).toEqual(whole)
  expect(again(settled)).toEqual(settled)
  expect(again([])).toEqual([])
  expect(packPhotos(whole).length).toBeLessThan(1800)
})

describe('what a device signed', () => {
  const signedOf = (signed: string) => again([{ ...whole[0]!, signed }])[0]!.signed

  it('is the same to the letter, for any JSON that a device may sign, and any header', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string({ maxLength: 300 }),
        (payload, typ) => {
          const one = device.signAnything(payload, { alg: 'ES256', typ })
          expect(signedOf(one)).toBe(one)
        },
      ),
    )
  })

  it('is the same where its base64 is spelled otherwise, it is no JSON, or it lacks a part', () => {
    const [header = '', payload = '', signature = ''] = whole[0]!.signed.split('.')
    // The last letter of 86 carries four bits, of which the encoder leaves the rest at zero.
    const respelled = `${signature.slice(0, -1)}${{ A: 'B', Q: 'R', g: 'h', w: 'x' }[signature.at(-1)!]}`
    const bytes = Buffer.from([0xff, 0xfe, 0x00]).toString('base64url')
    for (const one of [
      [header, payload, respelled].join('.'),
      [header, bytes, signature].join('.'),
      [header, payload, signature.slice(4)].join('.'),
      `${header}.${payload}`,
      '',
    ])
      expect(signedOf(one)).toBe(one)
  })

  it('does not hide what was read of it otherwise', () => {
    const fixes = [{ latitude: 6.6, longitude: 3.3, accuracyMetres: 5, at: new Date(nowMs).toISOString() }]
    expect(again([{ ...whole[0]!, fixes, size: 1 }])).toEqual([{ ...whole[0]!, fixes, size: 1 }])
  })
})
