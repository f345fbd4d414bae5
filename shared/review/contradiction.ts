import * as z from 'zod/mini'
import type { AssignmentTask } from '../work/assignment/list-store.ts'
import { outcomeOfFindings } from '../work/assignment/visit-report.ts'
import { outcomeOfClaim } from '../employer/attestation/report.ts'
import { metresBetween } from '../location/position.ts'
import { AddressRecord } from '../verification/contract/address-record.ts'
import { EmploymentRecord } from '../verification/contract/employment.ts'
import { type DecidedOutcome, statusOf } from '../verification/contract/outcome.ts'
import { toEmploymentRecord } from '../verification/employment-response.ts'
import { toAddressRecord } from '../verification/record.ts'
import type { AddressVerification, Verification } from '../verification/verification.ts'
import { type ComparisonInput, compareFields, visitedPositionOf } from './comparison.ts'

/** What the report leads to expect; undefined where there is none. */
export const outcomeOfReport = ({
  assignment: { report, findings, provenance },
  verification: { product },
}: AssignmentTask): DecidedOutcome | undefined => {
  if (!report) return undefined
  return product === 'employment'
    ? outcomeOfClaim(provenance?.claim)
    : findings && outcomeOfFindings(findings)
}

/** What the applicant said of the house, with how far from there the agent's device was. */
export const claimedHouse = (
  record: AddressRecord,
  { property, initialLatitude, initialLongitude, report }: AddressVerification,
) => {
  const visited = visitedPositionOf(record)
  const confirmed = { latitude: initialLatitude, longitude: initialLongitude }
  return (
    property && {
      ...property,
      visitedMetres: visited ? metresBetween(confirmed, visited) : null,
      accuracyMetres: report?.accuracyMetres ?? null,
    }
  )
}

/** Photos are not compared: nothing links to them. */
const withoutLinks = (objectKey: string): string => objectKey

const comparisonOf = ({ assignment, verification }: AssignmentTask): ComparisonInput => {
  const { report, findings = null, provenance } = assignment
  const reported = { ...verification, report } as Verification
  if (reported.product === 'employment') {
    const record = z.parse(EmploymentRecord, toEmploymentRecord(reported))
    return { record, findings: null, claim: provenance?.claim ?? null }
  }
  const record = z.parse(AddressRecord, toAddressRecord(reported, withoutLinks))
  return { record, findings, claim: null, property: claimedHouse(record, reported) }
}

/**
 * What this decision would contradict, by name: fields that an approval would call right and that differ, or what the
 * report led to expect. Without a report it contradicts nothing.
 */
export const contradictionsOf = (task: AssignmentTask, outcome: DecidedOutcome): readonly string[] => {
  const expected = outcomeOfReport(task)
  if (!expected) return []
  const differing = compareFields(comparisonOf(task))
    .filter(({ match, isBeside }) => match === 'differs' && !isBeside)
    .map(({ what }) => what)
  if (outcome === 'verified' && differing.length > 0) return differing
  const isMismatch = outcome === 'detailsMismatch' && expected === 'verified' && differing.length > 0
  return outcome === expected || isMismatch ? [] : [`Report: ${statusOf(expected).subStatus}`]
}
