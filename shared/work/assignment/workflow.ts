import { sendTaskSuccess, startExecution, stopExecution } from '../../aws/state-machine.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import { deleteClaim } from './claim-store.ts'
import { closeAssignment, findPlainAssignment } from './store.ts'

export interface Signal extends VerificationKey {
  readonly signal: 'accepted' | 'ended'
}

export type VisitMessage = VerificationKey

const executionName = ({ organisationId, mode, verificationId }: VerificationKey): string =>
  `verification-${organisationId}-${mode}-${verificationId}`

export const startCompletion = (key: VerificationKey): Promise<void> =>
  startExecution(executionName(key), key)

/** Frees the place of whoever holds the work, and ends its wait. An execution that is about to start finds out itself. */
export const endCompletion = async (key: VerificationKey): Promise<void> => {
  const assignment = await findPlainAssignment(key)
  if (!assignment) return stopExecution(executionName(key), 'Ended')
  if (assignment.agent) await deleteClaim(assignment, assignment.agent)
  if (assignment.status !== 'decided') await closeAssignment(assignment, Date.now())
  await sendTaskSuccess(assignment.taskToken)
}
