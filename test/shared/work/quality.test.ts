import { expect, it } from 'vitest'
import { countOutcomes } from '../../../shared/work/quality.ts'

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
