import { describe, expect, it } from 'vitest'
import {
  effectsOf,
  effectsOfAssignment,
  effectsOfOverdueLookup,
  effectsOfStaleVerification,
  effectsOfVerification,
} from '../../../shared/outbox/effect.ts'
import { addressVerification } from '../../support/verifications.ts'

const now = '2026-11-20T12:00:00.000Z'
const accepted = addressVerification({}, { mode: 'test' })
const key = { organisationId: 1, mode: 'test', verificationId: 10 } as const

const kinds = (effects: readonly { kind: string }[]) =>
  effects.map(effect =>
    Object.values(effect)
      .filter(value => typeof value === 'string')
      .join(' '),
  )

describe('a verification', () => {
  it('is started and published when it is accepted', () => {
    expect(kinds(effectsOfVerification(undefined, accepted))).toEqual([
      'signal accepted',
      `publish verification_started ${now}`,
    ])
  })

  it('is published and counted once when it becomes final, however it is changed afterwards', () => {
    const final = { ...accepted, outcome: 'verified' as const }
    const follows = (before: typeof accepted, after: typeof final) =>
      kinds(effectsOf({ kind: 'verification', before, after }))
    expect(follows(accepted, final)).toEqual([
      `publish verification_completed ${now}`,
      'signal ended',
      'case',
      'fact',
    ])
    expect(follows(final, { ...final, delayedAt: 'later' })).toEqual([])
  })

  it('is published once more when it is revised, and neither counted, charged nor ended again', () => {
    const final = { ...accepted, outcome: 'verified' as const, price: 100 }
    const disputed = { ...final, openDispute: 1 }
    const revised = { ...final, outcome: 'noAccess', updatedAt: 'later', revision: 2 } as const
    expect(effectsOfVerification(final, disputed)).toEqual([])
    expect(effectsOfVerification(disputed, final)).toEqual([])
    expect(kinds(effectsOfVerification(disputed, revised))).toEqual(['publish verification_updated later'])
    expect(effectsOfVerification(revised, { ...revised, openDispute: 2 })).toEqual([])
  })

  it.each(['verified', 'cancelled', 'expired'] as const)('ends its workflow when it is %s', outcome => {
    expect(effectsOfVerification(accepted, { ...accepted, outcome })).toContainEqual({
      kind: 'signal',
      signal: 'ended',
      key,
    })
  })

  it('is published as late once', () => {
    const late = { ...accepted, delayedAt: 'then' }
    expect(kinds(effectsOfVerification(accepted, late))).toEqual(['publish verification_delayed then'])
    expect(effectsOfVerification(late, { ...late, updatedAt: 'later' })).toEqual([])
  })

  it('is not published when it is erased, and no longer worked on', () => {
    const erased = { ...accepted, outcome: 'cancelled', erasedAt: 'then' } as const
    expect(effectsOfVerification(accepted, erased)).toEqual([{ kind: 'signal', signal: 'ended', key }])
    const verified = { ...accepted, outcome: 'verified' } as const
    expect(effectsOfVerification(verified, { ...verified, delayedAt: 'now', erasedAt: 'then' })).toEqual([])
  })

  it('gives back what was put aside for it when it is erased before its end', () => {
    const reservation = { clientId: 'a-client', month: '2026-11', amount: 2500 }
    const erased = { ...accepted, outcome: 'cancelled', erasedAt: 'then' } as const
    expect(effectsOfVerification({ ...accepted, reservation }, erased)).toEqual([
      { kind: 'signal', signal: 'ended', key },
      { kind: 'settle', key, reservation, charged: 0 },
    ])
  })
})

describe('an assignment', () => {
  it('is visited by the simulated agent in test mode alone, when it is opened', () => {
    expect(effectsOfAssignment(undefined, key)).toEqual([{ kind: 'visit', key }])
    expect(effectsOfAssignment(undefined, { ...key, mode: 'live' })).toEqual([])
    expect(effectsOfAssignment(key, key)).toEqual([])
  })

  it('is visited at the stage’s time, or when its number says', () => {
    expect(effectsOfAssignment(undefined, key)).toEqual([{ kind: 'visit', key }])
    expect(effectsOfAssignment(undefined, { ...key, visitAfterSeconds: 0 })).toEqual([
      { kind: 'visit', key, afterSeconds: 0 },
    ])
  })
})

describe('a verification that reconciliation finds', () => {
  const live = { ...accepted, mode: 'live' as const }
  const minuteMs = 60_000
  const lacks = (verification: typeof accepted, minutes: number, isAssigned = true) =>
    kinds(
      effectsOfStaleVerification(verification, {
        isAssigned,
        nowMs: Date.parse(now) + minutes * minuteMs,
        expirySeconds: 3600,
      }),
    )

  it('is not touched while its changes may still be in the stream', () => {
    expect(lacks(accepted, 10, false)).toEqual([])
    expect(lacks({ ...accepted, outcome: 'verified' }, 10)).toEqual([])
  })

  it('is not visited where nobody is to come', () => {
    const applicant = { ...accepted.applicant, phone: '08000001010' }
    expect(lacks({ ...accepted, applicant }, 11)).toEqual([])
    expect(lacks({ ...accepted, applicant }, 11, false)).toEqual(['signal accepted'])
    expect(lacks({ ...accepted, applicant }, 71)).toEqual(['expire'])
  })

  it('is started where no workflow waits on it, and visited in test mode where one does', () => {
    expect(lacks(live, 11, false)).toEqual(['signal accepted'])
    expect(lacks(live, 11)).toEqual([])
    expect(lacks(accepted, 11)).toEqual(['visit'])
  })

  it('is ended once its workflow should have, however long ago that was', () => {
    expect(lacks(live, 70)).toEqual([])
    expect(lacks(live, 71)).toEqual(['expire'])
    expect(lacks(live, 60 * 24 * 300, false)).toEqual(['expire'])
  })

  it('is published and counted, and its workflow ended, if it is final', () => {
    expect(lacks({ ...live, outcome: 'cancelled' }, 60 * 24 * 300)).toEqual([
      `publish verification_completed ${now}`,
      'signal ended',
      'fact',
    ])
  })
})

describe('a late look-up', () => {
  const late = {
    ...key,
    product: 'nin',
    attempt: 2,
    notBeforeMs: 5,
    giveUpAtMs: 9,
    sealed: new Uint8Array(),
    clientId: 'a-client',
  } as const
  const concluded = { ...late, completedAt: now }
  const follows = (before: typeof late | undefined, after: typeof late | undefined) =>
    effectsOf({ kind: 'late-lookup', before, after })

  it('is on its way to its next try when it is accepted, and sees to the others itself', () => {
    expect(follows(undefined, late)).toEqual([{ kind: 'try', next: { ...key, attempt: 2, notBeforeMs: 5 } }])
    expect(follows(late, { ...late, attempt: 3 } as never)).toEqual([])
  })

  it('is repaired by reconciliation when it is stale, and not before', () => {
    const minuteMs = 60_000
    expect(effectsOfOverdueLookup(late, 5 + 30 * minuteMs)).toEqual([])
    expect(effectsOfOverdueLookup(late, 6 + 30 * minuteMs)).toMatchObject([{ kind: 'try' }])
    const concludedMs = Date.parse(now)
    expect(effectsOfOverdueLookup(concluded, concludedMs + 10 * minuteMs)).toEqual([])
    expect(effectsOfOverdueLookup(concluded, concludedMs + 11 * minuteMs)).toEqual([
      { kind: 'publish-late', key },
    ])
  })

  it('is told once when it has concluded, and its deletion is no news', () => {
    expect(follows(late, concluded)).toEqual([{ kind: 'publish-late', key }])
    expect(follows(concluded, concluded)).toEqual([])
    expect(follows(concluded, undefined)).toEqual([])
  })
})
