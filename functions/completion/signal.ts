import { processMessages } from '../../shared/aws/batch.ts'
import { waitForStartSlot } from '../../shared/work/pace.ts'
import {
  type Signal,
  type SignalKind,
  endCompletion,
  startCompletion,
} from '../../shared/assignment/workflow.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'

const actions: Record<SignalKind, (key: VerificationKey) => Promise<void>> = {
  accepted: async key => {
    await waitForStartSlot()
    await startCompletion(key)
  },
  ended: endCompletion,
}

/** Brings the workflow what the outbox heard, in whatever order and however often it comes. */
export const handler = processMessages<Signal>(async ({ signal, organisationId, mode, verificationId }) =>
  actions[signal]({ organisationId, mode, verificationId }),
)
