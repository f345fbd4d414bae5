import { describe, expect, it } from 'vitest'
import { claimAge, fixAge, type Photo } from '../../../../functions/pages/web/desk/review/evidence.ts'

const nowMs = Date.parse('2026-11-20T09:00:00.000Z')
const ago = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString()
const place = { latitude: 6.6018, longitude: 3.3515, accuracyMetres: 12 }

/** A position measured, and received by the page, so many minutes before the moment that it belongs to. */
const ages = [
  ['at the moment', { measured: 0, received: 0 }, undefined],
  ['two minutes before', { measured: 2, received: 2 }, undefined],
  ['14 minutes before', { measured: 14, received: 14 }, '14 min'],
  ['26 minutes before, by an earlier page', { measured: 26 }, '26 min'],
  ['five hours before', { measured: 300, received: 300 }, '5 h'],
  ['three days before', { measured: 4320, received: 4320 }, '3 days'],
  ['just now, by a clock that is ten minutes behind', { measured: 10, received: 0 }, undefined],
  ['by a receiver 1,024 weeks behind, just now', { measured: 1024 * 7 * 1440, received: 0 }, undefined],
  ['by the same, 14 minutes before', { measured: 1024 * 7 * 1440, received: 14 }, '14 min'],
] as const

const photoWith = (nearest: Photo['fixes']['nearest'], clockOffsetMs = 0) =>
  ({ fixes: { nearest }, capturedAt: ago(0), clockOffsetMs }) as Photo

describe.each(ages)('a position measured %s', (_, { measured, ...received }, words) => {
  const receivedAt = 'received' in received ? { receivedAt: ago(received.received) } : {}

  it('has its age beside the photo', () => {
    expect(fixAge(photoWith({ ...place, at: ago(measured), ...receivedAt }))).toBe(words)
  })

  it('has its age beside the claim', () => {
    const position = { ...place, measuredAt: ago(measured), ...receivedAt }
    expect(claimAge({ ...position, statedAt: ago(0), clockOffsetMs: 0 })).toBe(words)
  })
})

it('no position, and one of a page that did not say when it sent it, have no age', () => {
  expect(fixAge(photoWith(null))).toBe(undefined)
  expect([claimAge(null), claimAge({ ...place, measuredAt: ago(14) })]).toEqual([undefined, undefined])
})

it('a clock that was set after the position was measured makes it no older', () => {
  const tenMinutesMs = 600_000
  const nearest = { ...place, at: ago(-10), receivedAt: ago(14) }
  expect(fixAge(photoWith(nearest, -tenMinutesMs))).toBe('14 min')
  expect(fixAge(photoWith({ ...nearest, at: ago(10) }, tenMinutesMs))).toBe('14 min')
  expect(fixAge(photoWith({ ...nearest, at: ago(10) }, -tenMinutesMs))).toBe(undefined)
})
