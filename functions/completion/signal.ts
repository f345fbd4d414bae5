import { endCompletion, type Signal, startCompletion } from '../../shared/work/assignment/workflow.ts'
import { processMessages } from '../../shared/aws/batch.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { waitForStartSlot } from '../../shared/work/pace.ts'

const actions: Record<Signal['signal'], (key: VerificationKey) => Promise<void>> = {
  accepted: async key => {
    await waitForStartSlot()
    await startCompletion(key)
  },
  ended: endCompletion,
}

/** Brings the workflow what the outbox signals. Messages may come in any order and more than once. */
export const handler = processMessages<Signal>(async ({ signal, organisationId, mode, verificationId }) =>
  actions[signal]({ organisationId, mode, verificationId }),
)
