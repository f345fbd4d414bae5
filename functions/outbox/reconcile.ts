import { processMessages } from '../../shared/aws/batch.ts'
import { type Reconciliation, reconcile } from '../../shared/outbox/reconcile.ts'
import { checkLedger, type LedgerDay } from '../../shared/trust/ledger-check.ts'

/**
 * Looks for what the stream left behind of one tenant's, should it ever have been cut off: work that was not started, not
 * ended, not expired or not told. Of a day that is over, whether its ledger and its records agree.
 */
export const handler = processMessages<Reconciliation | LedgerDay>(message =>
  'ledgerDay' in message ? checkLedger(message, Date.now()) : reconcile(message, Date.now()),
)
