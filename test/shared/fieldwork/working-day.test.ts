import { describe, expect, it } from 'vitest'
import { expectedVisits, shareOfDay } from '../../../shared/fieldwork/working-day.ts'

const friday = 5
const at = (hours: number, minutes = 0, weekday = friday) =>
  shareOfDay({ minutes: hours * 60 + minutes, weekday })

describe('the part of the working day that is over', () => {
  it('is nothing before eight, and all of it from six in the evening', () => {
    expect([at(0), at(7, 59), at(8), at(8, 6), at(13), at(17, 54), at(18), at(23, 59)]).toEqual([
      0, 0, 0, 0.01, 0.5, 0.99, 1, 1,
    ])
  })

  it('is nothing on a Sunday', () => {
    expect([at(13, 0, 0), at(13, 0, 6), at(13, 0, 1)]).toEqual([0, 0.5, 0.5])
  })
})

describe('the visits that should be done', () => {
  it('are that part of what the agents can do', () => {
    expect(expectedVisits({ plan: 40, done: 3, toDo: 100 }, 0.5)).toBe(20)
    expect(expectedVisits({ plan: 41, done: 3, toDo: 100 }, 0.5)).toBe(21)
    expect(expectedVisits({ plan: 40, done: 3, toDo: 100 }, 0)).toBe(0)
  })

  it('are no more than there was to do', () => {
    expect(expectedVisits({ plan: 40, done: 3, toDo: 7 }, 0.5)).toBe(5)
    expect(expectedVisits({ plan: 40, done: 0, toDo: 0 }, 1)).toBe(0)
  })

  it('are none where no agent is planned', () => {
    expect(expectedVisits({ plan: 0, done: 5, toDo: 100 }, 1)).toBe(0)
  })
})
