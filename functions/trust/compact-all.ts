import { TenantMode } from '../../shared/account/contract.ts'
import { findOrganisations } from '../../shared/account/store.ts'
import { log } from '../../shared/aws/log.ts'
import { sendCompactions } from '../../shared/trust/compaction/queue.ts'

/** Daily: sends a message for every tenant, whose lists are then read for what is to be compacted. */
export const handler = async (): Promise<void> => {
  const organisations = await findOrganisations()
  const tenants = organisations.flatMap(({ id }) =>
    TenantMode.options.map(mode => ({ organisationId: id, mode })),
  )
  await sendCompactions(tenants)
  log('compaction.starting', { count: tenants.length })
}
