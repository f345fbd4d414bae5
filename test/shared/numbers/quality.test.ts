import { expect, it } from 'vitest'
import { countOutcomes, toOutcome } from '../../../shared/numbers/quality.ts'

const outcome = (agrees: boolean, more: object = {}) =>
  ({ at: '', judgedBy: 'review', found: 'verified', outcome: 'verified', agrees, ...more }) as const

it('counts what became of reports; second visits count apart, and neither decide nor flag', () => {
  expect(
    countOutcomes([
      outcome(true, { returns: 0, strongFlags: 0, weakFlags: 2 }),
      outcome(true, { returns: 2, strongFlags: 1, weakFlags: 0 }),
      outcome(false, { found: null }),
      outcome(false, { judgedBy: 'back-check', strongFlags: 9, returns: 9 }),
      outcome(true, { judgedBy: 'back-check' }),
    ]),
  ).toEqual({
    decided: 3,
    asFound: 2,
    otherwise: 1,
    returned: 1,
    strongFlags: 1,
    weakFlags: 2,
    secondVisits: 2,
    secondVisitsAgree: 1,
  })
})

it('keeps of a judgement what it was about, and what it came to', () => {
  const key = { organisationId: 1, mode: 'live', verificationId: 10 } as const
  const of = { ...key, at: '2026-11-20T12:00:00.000Z', agent: 'agent-1' }
  const flagged = { returns: 1, strongFlags: 2, weakFlags: 3 }
  const decided = { kind: 'decided', ...of, reviewer: 'reviewer-1', outcome: 'verified', tookMs: 1 } as const
  const kept = { at: of.at, judgedBy: 'review', outcome: 'verified', ...flagged }
  expect(
    [null, 'verified' as const, 'noAccess' as const].map(found =>
      toOutcome({ ...decided, ...flagged, found }),
    ),
  ).toEqual([
    { of: key, agent: 'agent-1', outcome: { ...kept, found: null, agrees: true } },
    { of: key, agent: 'agent-1', outcome: { ...kept, found: 'verified', agrees: true } },
    { of: key, agent: 'agent-1', outcome: { ...kept, found: 'noAccess', agrees: false } },
  ])
  const again = {
    kind: 'backChecked',
    ...of,
    product: 'address',
    outcome: 'noAccess',
    agrees: false,
  } as const
  const second = { judgedBy: 'back-check', found: 'verified', outcome: 'noAccess', agrees: false }
  expect(toOutcome(again).outcome).toEqual({ at: of.at, ...second })
})
