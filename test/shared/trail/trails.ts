import * as fc from 'fast-check'
import { type TrailEntry, trailEventTypes } from '../../../shared/trail/contract.ts'
import { type Facts, nextEntry, trailStart } from '../../../shared/trail/entry.ts'

export const key = { organisationId: 12, mode: 'live', verificationId: 7_000_000_000_000_001 } as const

const fact = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }).filter(number => number === 0 || Math.abs(number) > 1e-130),
  fc.boolean(),
  fc.constant(null),
)

export const facts: fc.Arbitrary<Facts> = fc.dictionary(fc.stringMatching(/^[a-zA-Z]\w{0,11}$/), fact, {
  maxKeys: 5,
})

const event = fc.record({
  what: fc.constantFrom(...trailEventTypes.filter(word => word !== 'erased')),
  by: fc.constantFrom('agent-1', 'reviewer-1', 'service', 'applicant'),
  facts,
})
const step = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 3 }),
  at: fc
    .date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map(date => date.toISOString()),
  salt: fc.stringMatching(/^[\da-f]{32}$/),
})

export const trails = (minLength: number): fc.Arbitrary<readonly TrailEntry[]> =>
  fc.array(step, { minLength, maxLength: 12 }).map(steps => {
    let before = trailStart(key)
    return steps.map(({ at, events, salt }) => {
      let drawn = 0
      const entry = nextEntry(before, at, events, () => `${salt}${drawn++}`)
      before = entry
      return entry
    })
  })
