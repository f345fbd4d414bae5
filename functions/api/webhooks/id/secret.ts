import { serve } from '../../../../shared/http/api.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { changeFor, endpointFor } from '../../../../shared/webhook/endpoint/caller-endpoint.ts'
import { publicKeyIn, rotated, toWebhookSecret } from '../../../../shared/webhook/endpoint/secret.ts'
import { webhooksRoutes } from '../../../../shared/webhook/routes.ts'
import { newSecrets } from '../../../../shared/webhook/transport/signature.ts'

/** How long the old secret signs beside the new one, unless the caller says otherwise. */
const overlapSeconds = 86_400

const getWebhookSecret: Act<typeof webhooksRoutes.getWebhookSecret> = async call => {
  const { secrets } = await endpointFor(call)
  return { status: 200, body: toWebhookSecret(secrets, new Date(call.nowMs).toISOString()) }
}

const rotateWebhookSecret: Act<typeof webhooksRoutes.rotateWebhookSecret> = async call => {
  const now = new Date(call.nowMs).toISOString()
  const overlapMs = (call.body.overlapSeconds ?? overlapSeconds) * 1000
  const times = { now, until: new Date(call.nowMs + overlapMs).toISOString() }
  const { secrets } = await changeFor(call, before => {
    const fresh = newSecrets({ ed25519: publicKeyIn(before.secrets) !== null })
    return { set: { secrets: rotated(before.secrets, fresh, times), updatedAt: now } }
  })
  return { status: 200, body: toWebhookSecret(secrets, now) }
}

export const handler = serve(webhooksRoutes, { getWebhookSecret, rotateWebhookSecret })
