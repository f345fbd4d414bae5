import { eachMessage } from '../../shared/aws/batch.ts'
import { endWait } from '../../shared/aws/state-machine.ts'
import { findAssignment } from '../../shared/fieldwork/assignment-store.ts'
import type { Signal, SignalKind } from '../../shared/fieldwork/signal.ts'
import { startCompletion, stopCompletion } from '../../shared/fieldwork/workflow.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'

const endWaitOf = async (key: VerificationKey): Promise<void> => {
  const assignment = await findAssignment(key)
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
