import { eachMessage } from '../../shared/aws/batch.ts'
import { type Reconciliation, reconcile } from '../../shared/outbox/reconcile.ts'

/** Looks for what the stream left behind of one tenant's, should it ever have been cut off: work that was not started, not ended, not expired or not told. */
export const handler = eachMessage<Reconciliation>(message => reconcile(message, Date.now()))
