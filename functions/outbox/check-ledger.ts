import { TenantMode } from '../../shared/account/contract.ts'
import { findOrganisations } from '../../shared/account/store.ts'
import { log } from '../../shared/aws/log.ts'
import { lastDay, sendLedgerDays } from '../../shared/outbox/ledger-check.ts'

/** Sends a check of the day that is over for every tenant: a message each, so that none waits for another's. */
export const handler = async (): Promise<void> => {
  const organisations = await findOrganisations()
  const ledgerDay = lastDay(Date.now())
  const days = organisations.flatMap(({ id }) =>
    TenantMode.options.map(mode => ({ organisationId: id, mode, ledgerDay })),
  )
  await sendLedgerDays(days)
  log('ledger.checking', { count: days.length })
}
