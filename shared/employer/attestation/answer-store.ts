import type { Assignment } from '../../work/assignment/assignment.ts'
import { type BuiltMove, buildMove } from '../../work/assignment/move-store.ts'
import { openCheck } from '../../work/assignment/store.ts'
import type { Link } from '../../link/link.ts'
import { answerWrites } from '../../link/store.ts'
import { database } from '../../table/driver.ts'
import { conditionsMet, failureOf, type Update } from '../../table/port.ts'
import { expiresAt } from '../../table/retention.ts'
import type { Tenant } from '../../table/tenant.ts'
import { writeWithTrail } from '../../trail/store.ts'
import { contactAttemptWrites, type StoredContactAttempt } from '../contact/attempt-store.ts'
import { attestationCountKey, attestedKind } from './attested-kind.ts'
import type { FiledAttestation } from './facts.ts'

export const countAnswers = async (of: Tenant, domain: string): Promise<number> =>
  (await database.get<{ count: number }>(attestationCountKey(of, domain)))?.count ?? 0

const countOne = (of: Tenant, domain: string, at: string): Update => ({
  update: attestationCountKey(of, domain),
  set: { expiresAt: expiresAt(at, attestedKind.days) },
  add: { count: 1 },
})

/** Whoever sent the link answers for where it went: the report is theirs, so that they never review it. */
const reportOn = (
  assignment: Assignment,
  link: Link,
  { report, provenance }: FiledAttestation,
): BuiltMove => {
  const { answeredAt: at } = provenance
  const isTheirs = assignment.agent === link.by
  return buildMove(assignment, 'attest', {
    by: 'employer',
    at,
    facts: { link: link.number },
    set: {
      agent: link.by,
      report,
      provenance,
      reportedAt: at,
      ...(!(isTheirs && assignment.claimedAt) && { claimedAt: link.sentAt }),
    },
  })
}

/** `kept` beside an earlier report; `refused` since the link is no good any more. */
export type SaveAttestationResult = 'reported' | 'kept' | 'refused'

/**
 * Answers the link and files the report in one transaction; keeps the answer beside an earlier report.
 * @param domain of the attestator's email, if it is to be counted
 */
export const saveAttestation = async (
  link: Link,
  assignment: Assignment,
  filed: FiledAttestation,
  domain: string | undefined,
): Promise<SaveAttestationResult> => {
  const at = filed.provenance.answeredAt
  const { write, event } = answerWrites(link, filed, at)
  const answered = { link: write, count: domain === undefined ? undefined : countOne(link, domain, at) }
  const { write: work, event: reported } = reportOn(assignment, link, filed)
  const failure = await failureOf(writeWithTrail(link, at, [event, reported], { ...answered, work }))
  if (!failure) return 'reported'
  if (failure.failed.has('link')) return 'refused'
  const beside = { ...answered, work: openCheck(link) }
  return (await conditionsMet(writeWithTrail(link, at, [event], beside))) ? 'kept' : 'refused'
}

/** The employer may not answer: an attempt that failed. Returns false if the link is no good any more. */
export const saveAttestationRefusal = (link: Link, attempt: StoredContactAttempt): Promise<boolean> => {
  const at = attempt.recordedAt
  const answering = answerWrites(link, { claim: 'mayNotAnswer' }, at)
  const keeping = contactAttemptWrites(attempt)
  return conditionsMet(
    writeWithTrail(link, at, [answering.event, keeping.event], {
      link: answering.write,
      work: openCheck(link),
      attempt: keeping.write,
    }),
  )
}
