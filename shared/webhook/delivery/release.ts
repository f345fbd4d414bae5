import { type SqsMessage, toMessage } from '../../aws/sqs.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { healthGate } from '../endpoint/health.ts'
import { recordRecovery } from '../endpoint/store.ts'
import type { Release } from './queue.ts'

/** By then the recovery is written, and the index has the last attempts. */
const settleSeconds = 5
/** Attempts of the same moment may have begun before the first failure was recorded. */
const beforeMs = 60_000

/** The release is sent before the recovery is recorded, so that a crash between the two loses nothing. */
export const handleRecovery = async (
  endpoint: Endpoint,
  recoveredAt: string,
  send: (messages: readonly SqsMessage[]) => Promise<void>,
): Promise<void> => {
  if (healthGate(endpoint, Date.parse(recoveredAt)) !== 'pass') {
    const { organisationId, mode, id: endpointId, failingSince } = endpoint
    const since = new Date(Date.parse(failingSince!) - beforeMs).toISOString()
    const release: Release = { kind: 'release', organisationId, mode, endpointId, since, until: recoveredAt }
    await send([{ ...toMessage(release), delaySeconds: settleSeconds }])
  }
  await recordRecovery(endpoint, recoveredAt)
}
