import { expect, it } from 'vitest'
import type { Position, VisitReport } from '../../../shared/work/assignment/contract.ts'
import { endOf } from '../../../shared/evidence/assemble-visit.ts'
import type { Photo } from '../../../shared/evidence/photo.ts'
import { at, fix, house, north, photo } from '../work/assignment/visits.ts'

const findings = { addressExists: true, hadAccess: true, isThere: true }

/** @param received by the phone's clock, in minutes after the claim; the report is signed after 40 */
const position = (received: number, changes: Partial<Position> = {}): Position => ({
  ...north(200),
  accuracyMetres: 12,
  measuredAt: '2007-04-06T09:00:00.000Z',
  receivedAt: at(received),
  statedAt: at(40),
  clockOffsetMs: 0,
  ...changes,
})

const end = (stated: Position | undefined, ...fixes: ReturnType<typeof fix>[]) => {
  const photos = [photo('exteriorPhotos.photo1', 30, { fixes })] as unknown as readonly Photo[]
  const found = endOf({ findings, position: stated } as VisitReport, { photos, claimedAt: at(0) })
  return found && Math.round((found.latitude - house.latitude) * 111_195)
}

it('ends where the report was signed; if that was old by then, at the last shutter, and nowhere from before the claim', () => {
  const atShutter = fix(10, 30)
  expect(end(position(39), atShutter)).toBe(200)
  expect(end(position(35), atShutter)).toBe(10)
  expect(end(position(35))).toBe(200)
  expect(end(position(35), fix(10, 20))).toBe(200)
  expect(end(position(-5))).toBeUndefined()
  expect(end(position(-5), atShutter)).toBe(10)
  expect(end(undefined, atShutter)).toBe(10)
  expect(end(undefined)).toBeUndefined()
})

it('knows by the clock’s offset whether a fix is from before the claim', () => {
  expect(end(position(35, { clockOffsetMs: -34 * 60_000 }))).toBe(200)
  expect(end(position(35, { clockOffsetMs: -40 * 60_000 }))).toBeUndefined()
})

it('takes a position without both times as it is', () => {
  const { receivedAt: _receivedAt, ...measured } = position(35)
  expect(end(measured, fix(10, 30))).toBe(200)
})
