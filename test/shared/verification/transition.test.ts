import { describe, expect, it } from 'vitest'
import {
  decidableOutcomes,
  decidedOutcomes,
  isDecidable,
  isFinal,
  type Outcome,
  outcomes,
  statusOf,
} from '../../../shared/verification/contract/outcome.ts'
import { Status } from '../../../shared/verification/contract/status.ts'
import { type Transition, transitions } from '../../../shared/verification/transition.ts'

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

  it('lets a person decide as the product can end, and in no other way', () => {
    expect(isDecidable('notInResidence', 'business-address')).toBe(true)
    expect(isDecidable('notInResidence', 'employment')).toBe(false)
    expect(isDecidable('notAnEmployee', 'address')).toBe(false)
    expect(isDecidable('expired', 'address')).toBe(false)
  })

  it('has no verdict that no product can have', () => {
    const decidable = Object.values(decidableOutcomes).flat()
    expect(new Set(decidable)).toEqual(new Set(Object.keys(decidedOutcomes)))
  })
})

describe('the table of transitions', () => {
  it('leaves a final outcome by a dispute alone, and only what somebody decided', () => {
    const leaving = Object.entries(transitions).filter(([, { from }]) => from.some(isFinal))
    expect(leaving.map(([name]) => name)).toEqual(['dispute', 'uphold', 'revise'])
    const decided = Object.keys(decidedOutcomes)
    for (const [, { from, to }] of leaving) expect([from, to]).toEqual([decided, decided])
  })

  it('keeps the words and the time of the record while it is disputed, and when it is upheld', () => {
    const rows: readonly (readonly [string, Transition])[] = Object.entries(transitions)
    expect(rows.filter(([, { keeps }]) => keeps).map(([name]) => name)).toEqual(['dispute', 'uphold'])
  })

  it('reaches every outcome', () => {
    const reached = new Set<Outcome>(Object.values(transitions).flatMap(({ to }) => [...to]))
    expect(all.filter(outcome => !reached.has(outcome))).toEqual([])
  })
})
