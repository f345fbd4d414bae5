import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Attestation } from '../../../../shared/work/assignment/attestation-contract.ts'
import { isReportedAttestation, toEmploymentReport } from '../../../../shared/employer/attestation/report.ts'
import { attestation } from '../../../support/attestations.ts'

const at = '2026-11-21T12:00:00.000Z'
const reportFrom = (changes: object = {}) => {
  const said = z.parse(Attestation, attestation(changes))
  if (!isReportedAttestation(said)) throw new Error('no report')
  return toEmploymentReport(said, at)
}

it('carries every field that an employer fills in under the name of the event', () => {
  const { details, employer, attestator } = attestation()
  const read = { jobBenefits: 'Pension,Health insurance', rehire: true, employerConsented: true }
  expect(reportFrom()).toEqual({
    submittedAt: at,
    employer,
    attestator,
    details: { ...details, ...read },
  })
})

it('says nothing of what was left empty', () => {
  const details = {
    employeeTitle: 'Clerk',
    employeeStartDate: '2020-01-01',
    jobBenefits: ' , ',
    rehire: 'no',
  }
  const found = reportFrom({
    claim: 'worksHere',
    details,
    employer: { comment: '' },
    attestator: { name: 'Ada' },
  })
  expect(found).toEqual({
    submittedAt: at,
    details: { employeeTitle: 'Clerk', employeeStartDate: '2020-01-01', rehire: false },
    employer: {},
    attestator: { name: 'Ada' },
  })
})

it('tells no job of somebody who never worked there, whatever was typed into the form', () => {
  const { details } = reportFrom({ claim: 'neverWorkedHere' })
  expect(details).toEqual({ employerConsented: true })
})

it('makes no report of an employer who may not answer', () => {
  expect(isReportedAttestation(z.parse(Attestation, attestation({ claim: 'mayNotAnswer' })))).toBe(false)
})
