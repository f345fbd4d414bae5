import { expect, it } from 'vitest'
import { metresBetween } from '../../../shared/location/position.ts'

const ikeja = { latitude: 6.6018, longitude: 3.3515 }

it('measures the way between two places in metres', () => {
  const abuja = { latitude: 9.0765, longitude: 7.3986 }
  expect(Math.round(metresBetween(ikeja, abuja) / 1000)).toBe(524)
  // A minute of latitude is a nautical mile.
  expect(Math.round(metresBetween(ikeja, { ...ikeja, latitude: ikeja.latitude + 1 / 60 }))).toBe(1853)
  expect(metresBetween(ikeja, ikeja)).toBe(0)
})

it('goes the short way around the Earth, and half of it at most', () => {
  const east = { latitude: 0, longitude: 179.999 }
  expect(Math.round(metresBetween(east, { latitude: 0, longitude: -179.999 }))).toBe(222)
  const opposite = { latitude: -ikeja.latitude, longitude: ikeja.longitude - 180 }
  expect(Math.round(metresBetween(ikeja, opposite))).toBe(20_015_115)
})
