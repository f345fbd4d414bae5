import { database } from '../../shared/aws/database.ts'
import { log } from '../../shared/aws/log.ts'
import { Mode } from '../../shared/contract/scope.ts'
import { sweepOwner } from '../../shared/operations/sweep.ts'
import { listOrganisations } from '../../shared/table/client.ts'

/** Looks hourly for what the stream left behind, should it ever have been cut off: work that was not started, not ended or not told. */
export const handler = async (): Promise<void> => {
  const nowMs = Date.now()
  let count = 0
  for (const { id } of await listOrganisations(database))
    for (const mode of Mode.options) count += await sweepOwner({ organisationId: id, mode }, nowMs)
  log('outbox.swept', { count })
}
