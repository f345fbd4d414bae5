import { expect, it } from 'vitest'
import {
  describePlace,
  moveReceipt,
  type ReceivedFix,
  toFix,
  toPosition,
} from '../../../../functions/pages/web/work/capture/fix.ts'
import { Position } from '../../../../shared/work/assignment/contract.ts'
import { Fix } from '../../../../shared/evidence/contract.ts'

const nowMs = Date.parse('2026-11-20T09:00:00.000Z')
const now = '2026-11-20T09:00:00.000Z'
const minuteMs = 60_000
const coords = { latitude: 6.6019, longitude: 3.3516, accuracy: 14 }
const fixAt = (timestamp: number, receivedMs = nowMs) => toFix({ coords, timestamp }, receivedMs)!

const times = [
  ['a clock 10 minutes ahead of the phone’s', nowMs + 10 * minuteMs, '2026-11-20T09:10:00.000Z'],
  ['a clock 10 minutes behind it', nowMs - 10 * minuteMs, '2026-11-20T08:50:00.000Z'],
  ['a receiver 1,024 weeks behind', nowMs - 1024 * 7 * 86_400_000, '2007-04-06T09:00:00.000Z'],
  ['a browser that counts from 2001', nowMs - 978_307_200_000, '1995-11-20T09:00:00.000Z'],
  ['a browser that counts microseconds', nowMs * 1000, now],
  ['a browser that says no time', Number.NaN, now],
  ['the beginning of time', 0, '1970-01-01T00:00:00.000Z'],
] as const

it.each(times)('a fix by %s is known, and goes out with both times', (_, timestamp, at) => {
  const fix = fixAt(timestamp)
  const sent = { latitude: 6.6019, longitude: 3.3516, accuracyMetres: 14, receivedAt: now }
  expect(fix).toEqual({ ...sent, at })
  expect(Fix.parse(fix)).toEqual(fix)
  const position = toPosition(fix, { nowMs, clockOffsetMs: -600_000 })
  expect(position).toEqual({ ...sent, measuredAt: at, statedAt: now, clockOffsetMs: -600_000 })
  expect(Position.parse(position)).toEqual(position)
  expect(describePlace(fix, { nowMs, clockOffsetMs: 0 })).toEqual({
    words: 'Place known to about 14 m.',
    isPoor: false,
  })
})

it('what is no position is none: the service would refuse the photo that it goes with', () => {
  for (const change of [{ latitude: Number.NaN }, { accuracy: Number.POSITIVE_INFINITY }, { accuracy: -1 }])
    expect(toFix({ coords: { ...coords, ...change }, timestamp: nowMs }, nowMs)).toBeUndefined()
})

it('the page says how long ago it knew the place, by the clock of the phone', () => {
  const said = (minutes: number, fix: ReceivedFix | undefined = fixAt(nowMs)) =>
    describePlace(fix, { nowMs: nowMs + minutes * minuteMs, clockOffsetMs: 0 })
  expect(said(2).words).toBe('Place known to about 14 m.')
  expect(said(2.1)).toEqual({
    words:
      'This phone last knew the place 2 min ago, to about 14 m, and sends that. The office may ask why. Stand outside, away from walls, and wait a moment.',
    isPoor: true,
  })
  // Set by 25 minutes in between.
  expect(said(25, moveReceipt(fixAt(0), 25 * minuteMs)).words).toBe('Place known to about 14 m.')
  const vague = toFix({ coords: { ...coords, accuracy: 101 }, timestamp: nowMs }, nowMs)
  expect(said(0, vague).words).toMatch(/^This phone knows the place to about 101 m only/)
  expect(describePlace(undefined, { nowMs, clockOffsetMs: 0 })).toEqual({
    words: 'Looking for the place … Stand outside for a moment.',
    isPoor: false,
  })
})
