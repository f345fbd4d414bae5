import { Mode } from '../../shared/account/contract.ts'
import { findOrganisations } from '../../shared/account/store.ts'
import { log } from '../../shared/aws/log.ts'
import { reconcileTenant } from '../../shared/outbox/reconcile.ts'

/** Looks hourly for what the stream left behind, should it ever have been cut off: work that was not started, not ended, not expired or not told. */
export const handler = async (): Promise<void> => {
  const nowMs = Date.now()
  let count = 0
  for (const { id } of await findOrganisations())
    for (const mode of Mode.options) count += await reconcileTenant({ organisationId: id, mode }, nowMs)
  log('outbox.swept', { count })
}
