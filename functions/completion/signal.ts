import { eachMessage } from '../../shared/aws/batch.ts'
import { database } from '../../shared/aws/database.ts'
import { endWait, startCompletion, stopCompletion } from '../../shared/aws/workflow.ts'
import type { SignalKind } from '../../shared/domain/effect.ts'
import type { Signal } from '../../shared/domain/message.ts'
import type { VerificationKey } from '../../shared/domain/verification.ts'
import { findAssignment } from '../../shared/table/assignment.ts'

const endWaitOf = async (key: VerificationKey): Promise<void> => {
  const assignment = await findAssignment(database, key)
  if (assignment) await endWait(assignment.taskToken)
}

const actions: Record<SignalKind, (key: VerificationKey) => Promise<void>> = {
  accepted: startCompletion,
  decided: endWaitOf,
  cancelled: stopCompletion,
}

/** Brings the workflow what the outbox heard, in whatever order and however often it comes. */
export const handler = eachMessage<Signal>(async ({ signal, organisationId, mode, verificationId }) =>
  actions[signal]({ organisationId, mode, verificationId }),
)
