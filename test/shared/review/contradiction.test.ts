import { expect, it } from 'vitest'
import type { Assignment, Provenance } from '../../../shared/work/assignment/assignment.ts'
import type { Findings } from '../../../shared/work/assignment/contract.ts'
import type { Outcome } from '../../../shared/verification/contract/outcome.ts'
import type { Verification } from '../../../shared/verification/verification.ts'
import { contradictionsOf } from '../../../shared/review/contradiction.ts'
import { address, employment } from '../../support/reports.ts'

/* Which decisions contradict what was found. */

const contradicted = (
  verification: Verification,
  assignment: Partial<Assignment>,
  outcomes: readonly Outcome[],
) => {
  const task = { verification, assignment: { report: verification.report, ...assignment } as Assignment }
  return outcomes.map(outcome => contradictionsOf(task, outcome as 'verified'))
}

const addresses = ['verified', 'notInResidence', 'invalidAddress', 'noAccess'] as const
const visited = (findings: Partial<Findings>, verification: Verification = address()) => {
  const found = { addressExists: true, hadAccess: true, isThere: true, ...findings }
  return contradicted(verification, { findings: found }, addresses)
}
const of = (subStatus: string) => [`Report: ${subStatus}`]

it('holds a decision on an address against what the agent found', () => {
  const [there, away] = [of('VERIFIED'), of('FAILED - NOT IN RESIDENCE')]
  expect(visited({})).toEqual([[], there, there, there])
  expect(visited({ isThere: false })).toEqual([['Applicant'], [], away, away])
  const nowhere = of('FAILED - INVALID ADDRESS')
  const none = { addressExists: false, hadAccess: false, isThere: null }
  expect(visited(none)).toEqual([['Address', 'Reached'], nowhere, [], nowhere])
  const closed = of('CANNOT ACCESS ADDRESS')
  expect(visited({ hadAccess: false, isThere: null })).toEqual([['Reached'], closed, closed, []])
  // Nobody could say: there is no field that differs, and it is no approval all the same.
  expect(visited({ isThere: null })[0]).toEqual(closed)
})

it('holds an approval against every field that differs', () => {
  const business = {
    businessName: 'Adeyemi Foods',
    businessType: 'Formal',
    canContactPoc: true,
    rcNumber: 'RC1',
  }
  const named = (nameFound: string, type = 'Shop') => {
    const { report } = address()
    const found = { ...report!, business: { nameFound, type } }
    return address({ product: 'business-address', business, report: found } as never)
  }
  expect(visited({}, named('Adeyemi Stores'))[0]).toEqual(['Name on site'])
  expect(visited({}, named('ADEYEMI foods'))[0]).toEqual([])
  expect(visited({}, named('ADEYEMI foods', 'Informal'))[0]).toEqual(['Kind of business'])
})

it('holds a decision on an employment against what the employer said', () => {
  const said = (claim: Provenance['claim'], employeeTitle = 'Accountant') => {
    const { report, ...ordered } = employment({ jobTitle: 'Accountant', currentlyEmployed: false })
    const answered = {
      submittedAt: report!.submittedAt,
      details: { employeeTitle },
      employer: {},
      attestator: { name: 'X' },
    }
    const bare = { ...ordered, startDate: undefined, endDate: undefined, report: answered } as never
    const outcomes = ['verified', 'detailsMismatch', 'notAnEmployee'] as const
    return contradicted(bare, { provenance: { claim } as Provenance }, outcomes)
  }
  // Another person than the one to ask answered: that is no part of the claim.
  expect(said('workedHere')).toEqual([[], of('VERIFIED'), of('VERIFIED')])
  expect(said('workedHere', 'Clerk')).toEqual([['Job title'], [], of('VERIFIED')])
  expect(said('worksHere')[0]).toEqual(['Works there now'])
  expect(said('neverWorkedHere')[2]).toEqual([])
  expect(said('neverWorkedHere')[0]).toContain('Worked there')
})

it('contradicts nothing where nobody reported', () => {
  expect(contradicted(address(), { report: undefined }, addresses).flat()).toEqual([])
})
