import type * as z from 'zod/mini'
import { findOrganisation } from '../account/store.ts'
import { isReviewer } from '../work/assignment/access.ts'
import { toAssignmentId } from '../work/assignment/assignment.ts'
import type { PlainAssignment } from '../work/assignment/store.ts'
import { type DisputeWork, toDispute, toRevision } from '../dispute/dispute.ts'
import { listDisputes } from '../dispute/store.ts'
import { named } from '../http/contract/text.ts'
import { type Link, purposes } from '../link/link.ts'
import { toRecipient } from '../link/message/recipient.ts'
import { listLinks } from '../link/store.ts'
import { lgaById, stateById } from '../location/location.ts'
import { isCentre } from '../location/position.ts'
import { isFinal, statusOf } from '../verification/contract/outcome.ts'
import { listRevisions } from '../verification/revision-store.ts'
import { findStatedLocation } from '../verification/stated-location.ts'
import { revisionOf, type Verification, verificationKeyOf } from '../verification/verification.ts'
import { initialsOf, maskRecipient, maskStart } from '../review/mask.ts'
import { type CaseRequest, getStaffCase, noteOpening, type StaffCase } from './access.ts'
import type { CaseFile } from './contract.ts'
import { isPublished, readCaseEvents } from './deliveries.ts'

type CaseFileInput = z.input<typeof CaseFile>

type WaitingWork = Pick<
  PlainAssignment,
  | keyof Parameters<typeof toAssignmentId>[0]
  | 'status'
  | 'dueAt'
  | 'agent'
  | 'leaseUntil'
  | 'reviewer'
  | 'reviewUntil'
>

/** An agent's claim that ran out is still theirs until somebody else claims it; a reviewer's is over. */
const holderOf = ({ status, agent, leaseUntil, reviewer, reviewUntil }: WaitingWork, nowMs: number) => {
  if (status === 'claimed' && agent && leaseUntil)
    return { role: 'agent', id: agent, until: leaseUntil } as const
  const isHeld = status === 'reported' && reviewer && reviewUntil && Date.parse(reviewUntil) > nowMs
  return isHeld ? ({ role: 'reviewer', id: reviewer, until: reviewUntil } as const) : null
}

/** Not a decision that waits for a second reviewer: it is told with the report alone. */
const toWork = (
  { verification, assignment }: StaffCase,
  disputes: readonly DisputeWork[],
  nowMs: number,
): CaseFileInput['work'] => {
  const disputed = disputes.find(({ dispute }) => dispute === verification.openDispute)
  const work: WaitingWork | undefined = disputed ?? (isFinal(verification.outcome) ? undefined : assignment)
  if (!work) return null
  return {
    way: work.status,
    dueAt: work.dueAt,
    holder: holderOf(work, nowMs),
    reviewId: work.status === 'reported' ? toAssignmentId(work) : null,
  }
}

const toPlace = (verification: Verification, isMasked: boolean): CaseFileInput['place'] => {
  if (verification.product === 'employment') return null
  const { street, landmark, city, lgaId, stateId } = verification
  const { latitude, longitude, precision } = findStatedLocation(verification)
  const area = { lgaName: lgaById(lgaId)!.name, stateName: stateById(stateId)!.name, precision }
  const nowhere = { latitude: undefined, longitude: undefined }
  if (isMasked) return { ...area, street: undefined, landmark: undefined, city: undefined, ...nowhere }
  return { ...area, street, landmark, city, ...(isCentre(precision) ? nowhere : { latitude, longitude }) }
}

/** Who and where it is about, as the search says it to an operator and the review page to a reviewer. */
const toSubject = (verification: Verification, isMasked: boolean) => {
  const { applicant, customerReference, adminComment, againstFinding } = verification
  const { firstname, lastname, phone } = applicant
  const place = toPlace(verification, isMasked)
  if (isMasked)
    return {
      place,
      customerReference: maskStart(customerReference),
      applicant: initialsOf(firstname, lastname),
      phone: maskStart(phone),
      employer: undefined,
      adminComment: undefined,
      againstFinding: undefined,
    }
  const employer = verification.product === 'employment' ? verification.employerName : undefined
  return {
    place,
    customerReference,
    applicant: `${firstname} ${lastname}`,
    phone,
    employer,
    adminComment,
    againstFinding,
  }
}

const toMessage = (link: Link, verification: Verification): CaseFileInput['messages'][number] => {
  const to = toRecipient(link, verification)
  return {
    ...named(link),
    recipient: purposes[link.purpose].answers,
    channel: link.channel === 'mail' ? 'email' : 'sms',
    to: to && maskRecipient(to),
  }
}

/** Oldest first. A revision that was stored since the record was read is the record. */
const revisionsOf = (
  verification: Verification,
  earlier: readonly Verification[],
  disputes: readonly DisputeWork[],
): CaseFileInput['revisions'] => {
  if (!isFinal(verification.outcome)) return []
  const before = earlier.filter(one => revisionOf(one) < revisionOf(verification))
  return [...before, verification].map(record => ({
    ...toRevision(record, disputes),
    decidedBy: record.decidedBy,
  }))
}

/** Written by customers, applicants and reviewers, who may name people. */
const withoutWords = (dispute: CaseFileInput['disputes'][number]): CaseFileInput['disputes'][number] => ({
  ...dispute,
  reason: null,
  remark: null,
})

/** The file of a case; its opening is in the trail. @throws Problem not_found, own_visit, not_reported */
export const openCaseFile = async (request: CaseRequest): Promise<CaseFileInput> => {
  const { caller, id, nowMs } = request
  const found = await getStaffCase(request)
  await noteOpening(found, request, 'case')
  const { verification } = found
  const { organisationId, product, outcome, decidedBy, requestedAt, updatedAt } = verification
  const key = verificationKeyOf(verification)
  const isMasked = !isReviewer(caller)
  const [organisation, disputes, earlier, links, events] = await Promise.all([
    findOrganisation(organisationId),
    listDisputes(key),
    listRevisions(key, nowMs),
    listLinks(key),
    readCaseEvents(verification, nowMs),
  ])
  const shownDisputes = disputes.map(toDispute)
  return {
    id,
    organisationId,
    organisationName: organisation?.name,
    verificationId: verification.id,
    product,
    isMasked,
    ...toSubject(verification, isMasked),
    status: statusOf(outcome),
    decidedBy,
    requestedAt,
    endedAt: isFinal(outcome) ? updatedAt : null,
    work: toWork(found, disputes, nowMs),
    revisions: revisionsOf(verification, earlier, disputes),
    disputes: isMasked ? shownDisputes.map(withoutWords) : shownDisputes,
    messages: links
      .toSorted((one, other) => (one.sentAt < other.sentAt ? -1 : 1))
      .map(link => toMessage(link, verification)),
    events: [...events],
    documents: isPublished(verification, events, nowMs) ? ['report', 'receipt'] : [],
  }
}
