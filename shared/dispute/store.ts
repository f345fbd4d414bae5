import { decisionFacts, type ReviewDecision } from '../work/assignment/assignment.ts'
import type { TrailWrites } from '../work/assignment/back-check-store.ts'
import { disputeKey, disputeKind, disputesQuery, reportedWorkIndex } from '../work/assignment/kinds.ts'
import { moveWrite } from '../work/assignment/move-store.ts'
import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import { absent, type Update } from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { openKey } from '../verification/kinds.ts'
import { saveRevisionWrite } from '../verification/revision-store.ts'
import {
  publishedCheck,
  requestRevisionEvent,
  transitionVerification,
} from '../verification/transition-store.ts'
import { revisionOf, type Verification, verificationKeyOf } from '../verification/verification.ts'
import { type DisputeWork, toRecordDispute } from './dispute.ts'

/** Oldest first; expired ones included. */
export const listDisputes = (key: VerificationKey): Promise<readonly DisputeWork[]> =>
  queryAll<DisputeWork>({ ...disputesQuery(key, key.verificationId), consistent: true })

export const findDispute = (key: VerificationKey, number: number): Promise<DisputeWork | undefined> =>
  database.get<DisputeWork>(disputeKey(key, key.verificationId, number), { consistent: true })

export const isRevisionUnpublished = async (key: VerificationKey): Promise<boolean> =>
  (await database.get(openKey(key, key.verificationId), { consistent: true })) !== undefined

const factsOf = ({ dispute, objection }: DisputeWork) => ({ dispute, revision: objection.revision })

/**
 * Returns false where another was raised, or the record was revised or erased, since it was read, or its end is yet to be
 * published. @param by for the trail: a client's id, or `applicant`
 */
export const addDispute = (
  verification: Verification,
  disputed: DisputeWork,
  by: string,
  { events, writes }: TrailWrites = { events: [], writes: [] },
): Promise<boolean> => {
  const key = verificationKeyOf(verification)
  const { dispute, objection, dueAt, lgaId } = disputed
  return transitionVerification(key, 'dispute', {
    to: verification.outcome,
    at: objection.raisedAt,
    by,
    set: { openDispute: dispute, latestDispute: toRecordDispute(disputed) },
    given: {
      when: '#updatedAt = :seen AND attribute_not_exists(#openDispute) AND attribute_not_exists(#erasedAt)',
      values: { seen: verification.updatedAt },
    },
    facts: { ...factsOf(disputed), ground: objection.ground },
    also: [
      {
        put: {
          ...disputed,
          ...disputeKey(key, key.verificationId, dispute),
          ...reportedWorkIndex({ ...key, dueAt, lgaId }),
          expiresAt: expiresAt(verification.requestedAt, disputeKind.days),
        },
        condition: absent,
      },
      publishedCheck(key),
      ...writes,
    ],
    events,
  })
}

const closing = (disputed: DisputeWork, verdict: ReviewDecision): Update =>
  moveWrite(disputed, 'conclude', { by: verdict.by, at: verdict.at, set: { verdict } })

/** The dispute is open and the decision unchanged. */
const stillDisputed = ({ dispute }: DisputeWork, { updatedAt }: Verification) => ({
  when: '#openDispute = :dispute AND #updatedAt = :seen',
  values: { dispute, seen: updatedAt },
})

interface Conclusion {
  readonly disputed: DisputeWork
  readonly verdict: ReviewDecision
  readonly told: TrailWrites
}

/** Returns false where the dispute was concluded before. */
export const upholdDecision = (
  verification: Verification,
  { disputed, verdict, told }: Conclusion,
): Promise<boolean> =>
  transitionVerification(verificationKeyOf(verification), 'uphold', {
    to: verdict.outcome,
    at: verdict.at,
    by: verdict.by,
    set: { latestDispute: toRecordDispute({ ...disputed, verdict }) },
    remove: ['openDispute'],
    given: stillDisputed(disputed, verification),
    facts: { ...factsOf(disputed), ...decisionFacts(verdict) },
    events: told.events,
    also: [closing(disputed, verdict), ...told.writes],
  })

/** Keeps the earlier revision and publishes the new one in one transaction, without a charge or refund. Returns as `upholdDecision`. */
export const reviseDecision = (
  verification: Verification,
  { disputed, verdict, told }: Conclusion,
): Promise<boolean> => {
  const { outcome, by, at, adminComment, againstFinding, decisionFlags } = verdict
  const said = { adminComment, againstFinding, decisionFlags }
  const revision = revisionOf(verification) + 1
  return transitionVerification(verificationKeyOf(verification), 'revise', {
    to: outcome,
    at,
    by,
    set: {
      revision,
      latestDispute: toRecordDispute({ ...disputed, verdict }),
      ...said,
      decidedBy: by,
      chargedAt: verification.chargedAt ?? verification.updatedAt,
      [outcome === 'verified' ? 'approvedAt' : 'rejectedAt']: at,
    },
    remove: ['openDispute', ...Object.entries(said).flatMap(([name, value]) => (value ? [] : [name]))],
    given: stillDisputed(disputed, verification),
    facts: { ...factsOf(disputed), ...decisionFacts(verdict) },
    events: told.events,
    also: [
      closing(disputed, verdict),
      saveRevisionWrite(verification),
      requestRevisionEvent(verification, revision),
      ...told.writes,
    ],
  })
}
