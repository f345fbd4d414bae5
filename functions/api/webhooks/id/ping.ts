import { serve } from '../../../../shared/aws/api.ts'
import { database } from '../../../../shared/aws/database.ts'
import { webhooksRoutes } from '../../../../shared/contract/routes/webhooks.ts'
import { liveSecrets } from '../../../../shared/domain/endpoint-secret.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { endpointFor } from '../../../../shared/operations/endpoints.ts'
import { attemptByRules } from '../../../../shared/operations/receiver-attempt.ts'
import { noteRecovery } from '../../../../shared/table/endpoint-health.ts'
import { entryOf } from '../../../../shared/webhook/attempt-entry.ts'
import { pingBody } from '../../../../shared/webhook/payload.ts'

/** A ping that succeeds is news of a failing endpoint, as a delivery is: what waits for it passes again. */
const pingWebhook: Act<'pingWebhook'> = async call => {
  const endpoint = await endpointFor(call)
  const id = `ping_${call.id}`
  const bodyRaw = pingBody(endpoint.id)
  const made = await attemptByRules({
    endpointUrl: endpoint.url,
    id,
    body: bodyRaw,
    secrets: liveSecrets(endpoint.secrets, new Date(call.nowMs).toISOString()),
    hasHexSignature: endpoint.bodySignature,
  })
  const entry = entryOf(made)
  if (!made.failure && endpoint.failingSince) await noteRecovery(database, endpoint, entry.at)
  return { status: 200, body: { id, outcome: made.failure ? 'failed' : 'delivered', ...entry, bodyRaw } }
}

export const handler = serve(webhooksRoutes, { pingWebhook })
