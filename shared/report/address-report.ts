import * as z from 'zod/mini'
import type { Assignment } from '../work/assignment/assignment.ts'
import { findAssignment } from '../work/assignment/store.ts'
import { findingsForOutcome } from '../work/assignment/visit-report.ts'
import type { DisputeWork } from '../dispute/dispute.ts'
import { listDisputes } from '../dispute/store.ts'
import { findPhotos } from '../evidence/photo-store.ts'
import { isCentre } from '../location/position.ts'
import type { RecordedEvent } from '../trail/entry.ts'
import { readActs } from '../trail/page-store.ts'
import { AddressRecord } from '../verification/contract/address-record.ts'
import { toAddressRecord } from '../verification/record.ts'
import { findStatedLocation, type StatedLocation } from '../verification/stated-location.ts'
import { type AddressVerification, revisionOf, verificationKeyOf } from '../verification/verification.ts'
import { checkCodeOf } from './check-code.ts'
import { claimedHouse } from '../review/contradiction.ts'
import { issueVerificationReceipt } from '../receipt/verification-receipt.ts'
import { headOf, type ReportDocument } from './document.ts'
import { type ReportRequest, reportResponse } from './page.ts'
import { type ReportPhoto, renderPhotos, renderSuppliedPhotos } from './photos.ts'
import { readReportPhotos } from './read-photos.ts'
import { addressOrderFacts, renderFindings, renderTimeline, toTimelineSteps } from './sections.ts'
import { renderWhere } from './where.ts'

export interface VisitReportData {
  readonly verification: AddressVerification
  readonly assignment: Pick<Assignment, 'findings'> | undefined
  readonly stated: StatedLocation
  readonly photos: readonly ReportPhoto[]
  readonly supplied: readonly ReportPhoto[]
  readonly trail: readonly RecordedEvent[]
  readonly disputes: readonly DisputeWork[]
}

/** Photos stand in the report themselves: nothing links to them. */
const withoutLinks = (objectKey: string): string => objectKey

/** A sandbox decision without a visit looks as if there had been one. */
export const addressDocument = (data: VisitReportData): ReportDocument => {
  const { verification, assignment, stated, photos, supplied, trail, disputes } = data
  const { report, outcome, requestedAt } = verification
  const record = z.parse(AddressRecord, toAddressRecord(verification, withoutLinks))
  const hasPosition = !isCentre(stated.precision)
  const findings = assignment?.findings ?? findingsForOutcome(outcome) ?? null
  return {
    ...headOf(verification, disputes),
    sections: [
      addressOrderFacts(record, verification, stated),
      renderFindings(
        { record, findings, claim: null, property: claimedHouse(record, verification) },
        report !== undefined,
      ),
      renderTimeline(toTimelineSteps(requestedAt, trail)),
      ...renderSuppliedPhotos(supplied),
      renderWhere({ verification, record, stated, photos }),
      // Last, as the pages that one turns to.
      renderPhotos(photos, record.verifindData, hasPosition),
    ],
  }
}

/** Also `taken`, what devices stated of the photos, for the receipt. */
export const readVisit = async (verification: AddressVerification, nowMs: number) => {
  const key = verificationKeyOf(verification)
  const stated = findStatedLocation(verification)
  const [assignment, taken, trail, disputes] = await Promise.all([
    findAssignment(key),
    findPhotos(key, nowMs),
    readActs(key, nowMs),
    listDisputes(key),
  ])
  const photos = await readReportPhotos(verification, taken, stated)
  return { verification, assignment, stated, ...photos, taken, trail, disputes }
}

/** @throws Problem not_final if its outcome is not published yet */
export const addressReportResponse = async (verification: AddressVerification, request: ReportRequest) => {
  const kept = await readVisit(verification, request.nowMs)
  const beside = { trail: kept.trail, photos: kept.taken }
  const issued = await issueVerificationReceipt(verification, beside, request.nowMs)
  const around = { ...request, organisationId: verification.organisationId }
  const decision = { ...verificationKeyOf(verification), revision: revisionOf(verification) }
  const checkCode = checkCodeOf(decision, issued)
  return reportResponse(addressDocument(kept), issued.receipt, { ...around, checkCode })
}
