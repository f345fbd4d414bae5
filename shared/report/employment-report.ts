import * as z from 'zod/mini'
import type { Assignment, Provenance } from '../work/assignment/assignment.ts'
import type { EmploymentConfirmation } from '../work/assignment/attestation-word-contract.ts'
import { findAssignment } from '../work/assignment/store.ts'
import type { DisputeWork } from '../dispute/dispute.ts'
import { listDisputes } from '../dispute/store.ts'
import { listStoredContactAttempts, type StoredContactAttempt } from '../employer/contact/attempt-store.ts'
import { type Html, html } from '../http/html.ts'
import { reportTexts as words } from '../texts/report.ts'
import type { RecordedEvent } from '../trail/entry.ts'
import { readActs } from '../trail/page-store.ts'
import { EmploymentRecord } from '../verification/contract/employment.ts'
import { toEmploymentRecord } from '../verification/employment-response.ts'
import { type EmploymentVerification, revisionOf, verificationKeyOf } from '../verification/verification.ts'
import { checkCodeOf } from './check-code.ts'
import { issueVerificationReceipt } from '../receipt/verification-receipt.ts'
import { headOf, type ReportDocument } from './document.ts'
import { type ReportRequest, reportResponse } from './page.ts'
import { formatTime, renderParagraph, renderSection, renderTable } from './parts.ts'
import { employmentOrderFacts, renderFindings, renderTimeline, toTimelineSteps } from './sections.ts'

const { employer: said } = words

const howSaid = ({ source, answeredAt }: Provenance): Html =>
  renderParagraph(said.answered(said.ways[source], formatTime(answeredAt)))

const columns = [
  { name: said.columns.at, isHead: true },
  ...[said.columns.channel, said.columns.outcome, said.columns.from].map(name => ({ name })),
]

/** Contacts and notes stay internal: the report shows when, how, and with which outcome an agent called. */
const attemptsOf = (attempts: readonly StoredContactAttempt[]): Html =>
  attempts.length === 0
    ? renderParagraph(said.none)
    : renderTable(
        columns,
        attempts
          .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
          .map(({ at, channel, outcome, contactFrom }) => [
            formatTime(at),
            said.channels[channel],
            said.outcomes[outcome],
            said.sources[contactFrom],
          ]),
        'times',
      )

const employerIn = (
  claim: EmploymentConfirmation | null,
  provenance: Provenance | undefined,
  attempts: readonly StoredContactAttempt[],
): Html =>
  renderSection(
    'employer',
    said.title,
    renderParagraph(claim ? said.said[claim] : said.silent, 'word'),
    ...(provenance ? [howSaid(provenance)] : []),
    html`<h3>${said.attempts}</h3>\n`,
    attemptsOf(attempts),
  )

export interface EmployerReportData {
  readonly verification: EmploymentVerification
  readonly assignment: Pick<Assignment, 'provenance'> | undefined
  readonly attempts: readonly StoredContactAttempt[]
  readonly trail: readonly RecordedEvent[]
  readonly disputes: readonly DisputeWork[]
}

/** The employer's first answer. What is decided in the sandbox before anybody was asked is as if it had come. */
const claimIn = ({ verification, assignment }: EmployerReportData): EmploymentConfirmation | null => {
  const { outcome, currentlyEmployed } = verification
  if (assignment?.provenance) return assignment.provenance.claim
  if (outcome === 'notAnEmployee') return 'neverWorkedHere'
  if (outcome !== 'verified' && outcome !== 'detailsMismatch') return null
  return currentlyEmployed ? 'worksHere' : 'workedHere'
}

export const employmentDocument = (file: EmployerReportData): ReportDocument => {
  const { verification, assignment, attempts, trail, disputes } = file
  const { report, requestedAt } = verification
  const record = z.parse(EmploymentRecord, toEmploymentRecord(verification))
  const claim = claimIn(file)
  return {
    ...headOf(verification, disputes),
    sections: [
      employmentOrderFacts(record, verification),
      renderFindings({ record, findings: null, claim }, report !== undefined),
      employerIn(claim, assignment?.provenance, attempts),
      renderTimeline(toTimelineSteps(requestedAt, trail)),
    ],
  }
}

export const readEmployment = async (
  verification: EmploymentVerification,
  nowMs: number,
): Promise<EmployerReportData> => {
  const key = verificationKeyOf(verification)
  const [assignment, attempts, trail, disputes] = await Promise.all([
    findAssignment(key),
    listStoredContactAttempts(key),
    readActs(key, nowMs),
    listDisputes(key),
  ])
  return { verification, assignment, attempts, trail, disputes }
}

/** @throws Problem not_final if its outcome is not published yet */
export const employmentReportResponse = async (
  verification: EmploymentVerification,
  request: ReportRequest,
) => {
  const kept = await readEmployment(verification, request.nowMs)
  const beside = { trail: kept.trail, photos: [] }
  const issued = await issueVerificationReceipt(verification, beside, request.nowMs)
  const around = { ...request, organisationId: verification.organisationId }
  const decision = { ...verificationKeyOf(verification), revision: revisionOf(verification) }
  const checkCode = checkCodeOf(decision, issued)
  return reportResponse(employmentDocument(kept), issued.receipt, { ...around, checkCode })
}
