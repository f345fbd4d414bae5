import { processMessages } from '../../shared/aws/batch.ts'
import { type Reconciliation, reconcile } from '../../shared/outbox/reconcile.ts'
import { checkLedger, type LedgerDay } from '../../shared/outbox/ledger-check.ts'

/** Repairs what the stream missed of one tenant, or checks that a past day's ledger and records agree. */
export const handler = processMessages<Reconciliation | LedgerDay>(message =>
  'ledgerDay' in message ? checkLedger(message, Date.now()) : reconcile(message, Date.now()),
)
