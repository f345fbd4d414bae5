import { serve } from '../../../../shared/http/api.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { entryOf } from '../../../../shared/webhook/delivery/attempt.ts'
import { sendDeliveries } from '../../../../shared/webhook/delivery/queue.ts'
import { recovered } from '../../../../shared/webhook/delivery/release.ts'
import { endpointFor } from '../../../../shared/webhook/endpoint/caller-endpoint.ts'
import { callReceiver } from '../../../../shared/webhook/endpoint/receiver.ts'
import { takeWish } from '../../../../shared/webhook/limits.ts'
import { pingBody } from '../../../../shared/webhook/payload/payload.ts'
import { webhooksRoutes } from '../../../../shared/webhook/routes.ts'

/** Somebody waits for a ping, so it waits less than a delivery does. */
const timeoutSeconds = 5

/** A ping that succeeds is news of a failing endpoint, as a delivery is: what waits for it passes again. */
const pingWebhook: Action<typeof webhooksRoutes.pingWebhook> = async call => {
  const endpoint = await endpointFor(call)
  const headers = await takeWish('pings', call.caller, call.nowMs)
  const id = `ping_${call.id}`
  const bodyRaw = pingBody(endpoint.id)
  const request = { endpoint, id, body: bodyRaw, now: new Date(), subjectId: endpoint.id }
  const made = await callReceiver(request, timeoutSeconds)
  const entry = entryOf(made)
  if (!made.failure && endpoint.failingSince) await recovered(endpoint, entry.at, { send: sendDeliveries })
  const outcome = made.failure ? 'failed' : 'delivered'
  return { status: 200, headers, body: { id, outcome, ...entry, bodyRaw } }
}

export const handler = serve(webhooksRoutes, { pingWebhook })
