import { serve } from '../../../../shared/http/api.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { entryOf } from '../../../../shared/webhook/delivery/attempt.ts'
import { endpointFor } from '../../../../shared/webhook/endpoint/caller-endpoint.ts'
import { noteRecovery } from '../../../../shared/webhook/endpoint/health-store.ts'
import { callReceiver, requestTo } from '../../../../shared/webhook/endpoint/receiver.ts'
import { pingBody } from '../../../../shared/webhook/payload/payload.ts'
import { webhooksRoutes } from '../../../../shared/webhook/routes.ts'

/** A ping that succeeds is news of a failing endpoint, as a delivery is: what waits for it passes again. */
const pingWebhook: Act<typeof webhooksRoutes.pingWebhook> = async call => {
  const endpoint = await endpointFor(call)
  const id = `ping_${call.id}`
  const bodyRaw = pingBody(endpoint.id)
  const made = await callReceiver(requestTo(endpoint, { id, body: bodyRaw, now: new Date() }))
  const entry = entryOf(made)
  if (!made.failure && endpoint.failingSince) await noteRecovery(endpoint, entry.at)
  return { status: 200, body: { id, outcome: made.failure ? 'failed' : 'delivered', ...entry, bodyRaw } }
}

export const handler = serve(webhooksRoutes, { pingWebhook })
