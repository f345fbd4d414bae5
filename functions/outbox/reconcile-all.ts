import { TenantMode } from '../../shared/account/contract.ts'
import { findOrganisations } from '../../shared/account/store.ts'
import { log } from '../../shared/aws/log.ts'
import { sendReconciliations } from '../../shared/outbox/reconcile.ts'
import { saveDueDayStats } from '../../shared/numbers/day-store.ts'
import { rotateDataKeyIfDue } from '../../shared/table/data-key-rotation.ts'

/** Hourly: sends a reconciliation for every tenant, sums up the days that are over, and rotates the data key when due. */
export const handler = async (): Promise<void> => {
  const organisations = await findOrganisations()
  const tenants = organisations.flatMap(({ id }) =>
    TenantMode.options.map(mode => ({ organisationId: id, mode })),
  )
  await sendReconciliations(tenants)
  log('outbox.reconciling', { count: tenants.length })
  for (const mode of TenantMode.options) await saveDueDayStats(mode, Date.now())
  const next = await rotateDataKeyIfDue(Date.now())
  if (next) log('data-key.made', { result: `${next.n}` })
}
