import type { VerificationKey } from '../table/tenant.ts'
import { sendTaskSuccess, startExecution, stopExecution } from '../aws/state-machine.ts'
import { type PlainAssignment, closeAssignment, findPlainAssignment } from './store.ts'
import { deleteClaim } from './claim-store.ts'

/* Messages of the queues: ids, never a person. */

/** What the workflow is to hear of a verification. */
export type SignalKind = 'accepted' | 'ended'

/** Queue `completions`. */
export interface Signal extends VerificationKey {
  readonly signal: SignalKind
}

/** Queue `visits`. */
export type VisitMessage = VerificationKey

/** An id is unique within its organisation and mode alone. */
const nameOf = ({ organisationId, mode, verificationId }: VerificationKey): string =>
  `verification-${organisationId}-${mode}-${verificationId}`

/** Starts the completion of a verification; once, however often it is called. Its input is the three ids and nothing else. */
export const startCompletion = (key: VerificationKey): Promise<void> => startExecution(nameOf(key), key)

/** Whoever was on it holds one visit less; freed first, so that a crash before the work is closed does it again. */
const close = async (assignment: PlainAssignment): Promise<void> => {
  if (assignment.agent) await deleteClaim(assignment, assignment.agent)
  await closeAssignment(assignment)
}

/**
 * Ends the completion of a verification that has become final: its work stands in no list any more, and its wait ends,
 * or, before its work was opened, the execution. One that is only about to start finds out itself.
 */
export const endCompletion = async (key: VerificationKey): Promise<void> => {
  const assignment = await findPlainAssignment(key)
  if (!assignment) return stopExecution(nameOf(key), 'Ended')
  if (assignment.status !== 'decided') await close(assignment)
  await sendTaskSuccess(assignment.taskToken)
}
