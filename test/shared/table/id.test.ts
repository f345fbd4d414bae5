import fc from 'fast-check'
import { expect, it } from 'vitest'
import { generateId, minIdAt } from '../../../shared/table/id.ts'
import { forAll } from '../../support/for-all.ts'

const times = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2080-01-01') })
const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

it('draws ids that every JSON reader keeps exact, and that sort by their time', () => {
  forAll(times, chances, (nowMs, random) => {
    const id = generateId(nowMs, random)
    expect(Number.isSafeInteger(id)).toBe(true)
    expect(id).toBeGreaterThan(0)
    expect(id).toBeGreaterThanOrEqual(minIdAt(nowMs))
    expect(id).toBeLessThan(minIdAt(nowMs + 1))
  })
})
