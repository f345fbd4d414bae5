import { expect, it } from 'vitest'
import { toPlaceTime } from '../../../shared/location/place-clock.ts'

const timeAt = (at: string) => toPlaceTime(Date.parse(at))

it('says the day and the time of Lagos, where it is an hour later than in UTC', () => {
  expect(timeAt('2026-11-27T13:05:59.999Z')).toEqual({ day: '2026-11-27', minutes: 845, weekday: 5 })
})

it('begins the next day an hour before UTC does', () => {
  expect(timeAt('2026-12-31T22:59:59.999Z')).toEqual({ day: '2026-12-31', minutes: 1439, weekday: 4 })
  expect(timeAt('2026-12-31T23:00:00.000Z')).toEqual({ day: '2027-01-01', minutes: 0, weekday: 5 })
})

it('has no summer time', () => {
  expect(timeAt('2026-07-05T08:00:00.000Z')).toEqual({ day: '2026-07-05', minutes: 540, weekday: 0 })
})
