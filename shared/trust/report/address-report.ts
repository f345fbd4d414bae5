import type { Assignment } from '../../assignment/assignment.ts'
import { visitedPositionOf } from '../../work/comparison.ts'
import type { DisputeWork } from '../../dispute/dispute.ts'
import { findingsForOutcome } from '../../assignment/visit-report.ts'
import type { StatedLocation } from '../../assignment/visit.ts'
import { metresBetween } from '../../location/position.ts'
import type { TrailEntry } from '../../trail/contract.ts'
import { toAddressRecord } from '../../verification/response.ts'
import type { AddressRecord } from '../../verification/contract/address.ts'
import type { AddressVerification } from '../../verification/verification.ts'
import { addressOrderFacts } from './order-facts.ts'
import type { ReportDocument } from './document.ts'
import { renderFindings } from './findings.ts'
import { renderPhotos, type ReportPhoto, renderSuppliedPhotos } from './photos.ts'
import { toTimelineSteps, renderTimeline } from './timeline.ts'
import { headOf } from './verification-report.ts'

/** All that is kept of a visit that is decided. */
export interface VisitReportData {
  readonly verification: AddressVerification
  readonly assignment: Pick<Assignment, 'findings'> | undefined
  readonly stated: StatedLocation
  readonly photos: readonly ReportPhoto[]
  /** Those that came with the order. */
  readonly supplied: readonly ReportPhoto[]
  readonly trail: readonly TrailEntry[]
  readonly disputes: readonly DisputeWork[]
}

/** Photos stand in the report themselves: nothing links to them. */
const withoutLinks = (objectKey: string): string => objectKey

/** What the applicant said of the house, with how far from there the agent's device was. */
const claimedHouse = (
  record: AddressRecord,
  { property, initialLatitude, initialLongitude }: AddressVerification,
) => {
  const visited = visitedPositionOf(record)
  const confirmed = { latitude: initialLatitude, longitude: initialLongitude }
  return property && { ...property, visitedMetres: visited ? metresBetween(confirmed, visited) : null }
}

/** The report of a visit. What is decided in the sandbox before anybody went is as if somebody had. */
export const addressDocument = ({
  verification,
  assignment,
  stated,
  photos,
  supplied,
  trail,
  disputes,
}: VisitReportData): ReportDocument => {
  const { report, outcome, requestedAt } = verification
  const record = toAddressRecord(verification, withoutLinks)
  const isStated = stated.precision === 'exact'
  const findings = assignment?.findings ?? findingsForOutcome(outcome) ?? null
  return {
    ...headOf(verification, disputes),
    sections: [
      addressOrderFacts(record, verification, isStated ? stated : undefined),
      renderFindings(
        { record, findings, claim: null, property: claimedHouse(record, verification) },
        report !== undefined,
      ),
      renderTimeline(toTimelineSteps(requestedAt, trail)),
      ...renderSuppliedPhotos(supplied),
      // Last, as the pages that one turns to.
      renderPhotos(photos, record.verifindData, isStated),
    ],
  }
}
