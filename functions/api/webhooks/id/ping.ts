import type { Action } from '../../../../shared/http/action.ts'
import { serve } from '../../../../shared/http/api.ts'
import { sendDeliveries } from '../../../../shared/webhook/delivery/queue.ts'
import { handleRecovery } from '../../../../shared/webhook/delivery/resume-endpoint.ts'
import { getCallerEndpoint } from '../../../../shared/webhook/endpoint/caller-endpoint.ts'
import { callReceiver, toAttemptResponse } from '../../../../shared/webhook/endpoint/receiver.ts'
import { consumeOnDemandCall } from '../../../../shared/webhook/limits.ts'
import { webhooksRoutes } from '../../../../shared/webhook/routes.ts'

/** Somebody waits for a ping, so it waits less than a delivery does. */
const timeoutSeconds = 5

/** A ping that succeeds is news of a failing endpoint, as a delivery is: what waits for it passes again. */
const pingWebhook: Action<typeof webhooksRoutes.pingWebhook> = async request => {
  const endpoint = await getCallerEndpoint(request)
  const headers = await consumeOnDemandCall('pings', request.caller, request.nowMs)
  const id = `ping_${request.id}`
  // The form of an event, and no event's name.
  const bodyRaw = JSON.stringify({ event: 'webhook', event_type: 'ping', data: { id: endpoint.id } })
  const ping = { endpoint, id, body: bodyRaw, now: new Date(), subjectId: endpoint.id }
  const made = await callReceiver(ping, timeoutSeconds)
  const entry = toAttemptResponse(made)
  if (!made.failure && endpoint.failingSince) await handleRecovery(endpoint, entry.at, sendDeliveries)
  const outcome = made.failure ? 'failed' : 'delivered'
  return { status: 200, headers, body: { id, outcome, ...entry, bodyRaw } }
}

export const handler = serve(webhooksRoutes, { pingWebhook })
