import { describe, expect, it } from 'vitest'
import { Status } from '../../../shared/verification/contract/status.ts'
import {
  isDecidable,
  isFinal,
  type Outcome,
  outcomes,
  statusOf,
} from '../../../shared/verification/outcome.ts'
import { assertDecidable, priceOf, transitions } from '../../../shared/verification/transition.ts'

const all = Object.keys(outcomes) as Outcome[]

describe('the table of outcomes', () => {
  it('has the words of the interface for acceptance and approval', () => {
    expect(statusOf('accepted')).toEqual({
      status: 'IN_PROGRESS',
      subStatus: 'IN PROGRESS',
      state: 'IN_PROGRESS',
    })
    expect(statusOf('verified')).toEqual({ status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' })
  })

  it.each(all)('has a status object of the contract for %s', outcome => {
    expect(Status.safeParse(statusOf(outcome)).success).toBe(true)
  })

  it('charges verdicts, and nothing that lapsed, was cancelled or is open', () => {
    const charged = all.filter(outcome => priceOf(outcome, 100) > 0)
    expect(charged).toEqual(all.filter(outcome => outcomes[outcome].by === 'decision'))
  })

  it('refuses a decision that the product cannot have', () => {
    expect(isDecidable('notInResidence', 'address')).toBe(true)
    expect(isDecidable('notInResidence', 'employment')).toBe(false)
    expect(() => assertDecidable('notAnEmployee', 'address')).toThrow(RangeError)
    expect(() => assertDecidable('expired', 'address')).toThrow(RangeError)
  })
})

describe('the table of transitions', () => {
  it('never leaves a final outcome', () => {
    const origins = Object.values(transitions).flatMap(({ from }) => [...from])
    expect(origins.filter(isFinal)).toEqual([])
  })

  it('reaches every outcome', () => {
    const reached = new Set<Outcome>(Object.values(transitions).flatMap(({ to }) => [...to]))
    expect(all.filter(outcome => !reached.has(outcome))).toEqual([])
  })
})
