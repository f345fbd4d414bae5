import { endWait, startExecution, stopExecution } from '../aws/state-machine.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { closeAssignment, findAssignment } from './assignment-store.ts'

/** An id is unique within its organisation and mode alone. */
const nameOf = ({ organisationId, mode, verificationId }: VerificationKey): string =>
  `verification-${organisationId}-${mode}-${verificationId}`

/** Starts the completion of a verification; once, however often it is called. Its input is the three ids and nothing else. */
export const startCompletion = (key: VerificationKey): Promise<void> => startExecution(nameOf(key), key)

/**
 * Ends the completion of a verification that has become final: its work stands in no list any more, and its wait ends,
 * or, before its work was opened, the execution. One that is only about to start finds out itself.
 */
export const endCompletion = async (key: VerificationKey): Promise<void> => {
  const assignment = await findAssignment(key)
  if (!assignment) return stopExecution(nameOf(key), 'Ended')
  if (assignment.way !== 'decided') await closeAssignment(key)
  await endWait(assignment.taskToken)
}
