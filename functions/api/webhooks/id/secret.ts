import { serve } from '../../../../shared/aws/api.ts'
import { webhooksRoutes } from '../../../../shared/contract/routes/webhooks.ts'
import { presentSecret, publicKeyIn, rotated } from '../../../../shared/domain/endpoint-secret.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { newSecrets } from '../../../../shared/operations/endpoint-secrets.ts'
import { changeFor, endpointFor } from '../../../../shared/operations/endpoints.ts'

/** How long the old secret signs beside the new one, unless the caller says otherwise. */
const overlapSeconds = 86_400

const getWebhookSecret: Act<'getWebhookSecret'> = async call => {
  const { secrets } = await endpointFor(call)
  return { status: 200, body: presentSecret(secrets, new Date(call.nowMs).toISOString()) }
}

const rotateWebhookSecret: Act<'rotateWebhookSecret'> = async call => {
  const now = new Date(call.nowMs).toISOString()
  const overlapMs = (call.body.overlapSeconds ?? overlapSeconds) * 1000
  const times = { now, until: new Date(call.nowMs + overlapMs).toISOString() }
  const { secrets } = await changeFor(call, before => {
    const fresh = newSecrets({ ed25519: publicKeyIn(before.secrets) !== null })
    return { set: { secrets: rotated(before.secrets, fresh, times), updatedAt: now } }
  })
  return { status: 200, body: presentSecret(secrets, now) }
}

export const handler = serve(webhooksRoutes, { getWebhookSecret, rotateWebhookSecret })
