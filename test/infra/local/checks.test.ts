import { expect, it } from 'vitest'
import { clockChange, clockLine, lateFolderLine } from '../../../infra/local/checks.ts'

it('notices that the clock was set, by how much, and once', () => {
  let clock = 1_000_000
  let time = 0
  const change = clockChange(
    () => clock,
    () => time,
  )
  const pass = (milliseconds: number, set = 0) => {
    time += milliseconds
    clock += milliseconds + set
    return change()
  }
  expect(pass(2000)).toBe(0)
  expect(pass(2000, -3_600_000)).toBe(-3600)
  expect(pass(2000)).toBe(0)
  expect(pass(2000, 90_000)).toBe(90)
})

it.each([
  [4, undefined],
  [-4, undefined],
  [90, /^The clock went forward by 90 s, or the machine slept: tokens, deadlines and retries are due/],
  [-600, /^The clock went back by 10 min: deadlines and retries are due that much later, and new events/],
  [-3 * 86_400, /^The clock went back by 72 h/],
])('says what a change of %i seconds means', (seconds, line) => {
  if (line === undefined) expect(clockLine(seconds)).toBeUndefined()
  else expect(clockLine(seconds)).toMatch(line)
})

it('says that a folder was in use later than now, and nothing of a new one or an older one', () => {
  expect(lateFolderLine(undefined, 0)).toBeUndefined()
  expect(lateFolderLine(1000, 5000)).toBeUndefined()
  expect(lateFolderLine(121_000, 1000)).toMatch(
    /^The folder was last in use 2 min later than now\. The clock went back/,
  )
})
