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
import {
  AgainstFinding,
  decidedSubStatuses,
  RecordFlag,
  Status,
} from '../../../shared/verification/contract/status.ts'
import { recordFlagsOf } from '../../../shared/verification/record-flags.ts'
import { transitions } from '../../../shared/verification/transition.ts'
import type { AddressVerification } from '../../../shared/verification/verification.ts'
import { address, employment } from '../../support/reports.ts'

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

  it('has a status object of the contract for nothing else', () => {
    expect(Status.safeParse({ ...statusOf('verified'), subStatus: 'DONE' }).success).toBe(false)
    expect(decidedSubStatuses).toContain('FAILED - NOT IN RESIDENCE')
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
    const decided = Object.keys(decidedOutcomes)
    expect(transitions).toEqual({
      decide: { from: ['accepted'], to: decided, word: 'decided' },
      cancel: { from: ['accepted'], to: ['cancelled'], word: 'cancelled', unless: 'visited' },
      refuse: { from: ['accepted'], to: ['cancelled'], word: 'consentRefused' },
      withdraw: { from: ['accepted'], to: ['cancelled'], word: 'consentWithdrawn' },
      expire: { from: ['accepted'], to: ['expired'], word: 'expired' },
      delay: { from: ['accepted'], to: ['accepted'], word: 'delayed' },
      dispute: { from: decided, to: decided, word: 'disputed', keeps: true },
      uphold: { from: decided, to: decided, word: 'upheld', keeps: true },
      revise: { from: decided, to: decided, word: 'revised' },
    })
    expect(all.filter(isFinal)).toEqual(expect.arrayContaining(decided))
  })

  it('reaches every outcome', () => {
    const reached = new Set<Outcome>(Object.values(transitions).flatMap(({ to }) => [...to]))
    expect(all.filter(outcome => !reached.has(outcome))).toEqual([])
  })
})

describe('what a decision itself has to be asked about', () => {
  it('is stated with its weight and its reason, and left out of a record that has none', () => {
    const reason = 'Approved against what was found, and no second reviewer confirmed it.'
    const flags = (changes: Partial<AddressVerification>) => recordFlagsOf(address(changes))
    const alone = { code: 'approved_alone', weight: 'strong', reason }
    expect(flags({ decisionFlags: ['approved_alone'] })).toEqual([alone])
    expect(flags({ decisionFlags: [] })).toBeUndefined()
    expect(flags({})).toBeUndefined()
    expect(recordFlagsOf(employment({ decisionFlags: ['approved_alone'] }))).toEqual([alone])
  })

  it('stands before what the evidence of its visit has to be asked about, and neither is told before the end', () => {
    const noPhoto = { code: 'no_photo', reason: 'No photo shows the place.', places: ['report'] } as const
    const soFast = { code: 'impossible_speed', reason: 'Seen far away.', places: [] } as const
    const report = { ...address().report!, flags: [noPhoto, soFast] }
    expect(recordFlagsOf(address({ report, decisionFlags: ['approved_alone'] }))).toEqual([
      { code: 'approved_alone', weight: 'strong', reason: expect.any(String) },
      { ...noPhoto, weight: 'strong' },
      { code: 'impossible_speed', weight: 'strong', reason: 'Seen far away.' },
    ])
    expect(recordFlagsOf(address({ report, outcome: 'accepted' }))).toBeUndefined()
  })

  it('has a schema of its own, and so has the reason to decide against what was found', () => {
    const flag = { code: 'approved_alone', weight: 'weak', reason: 'Nobody confirmed it.' }
    expect(RecordFlag.parse(flag)).toEqual(flag)
    expect(RecordFlag.safeParse({ ...flag, weight: 'strong' }).success).toBe(true)
    expect(RecordFlag.safeParse({ ...flag, weight: '' }).success).toBe(false)
    const against = { reason: 'wording', explanation: 'A duplex is a house.' }
    expect(AgainstFinding.parse(against)).toEqual(against)
    expect(AgainstFinding.safeParse({ reason: 'no reason', explanation: 'x' }).success).toBe(false)
  })
})
