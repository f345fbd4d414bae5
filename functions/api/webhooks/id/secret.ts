import type { Action, ActionRequest } from '../../../../shared/http/action.ts'
import { serve } from '../../../../shared/http/api.ts'
import { Problem } from '../../../../shared/http/contract/problem.ts'
import {
  changeCallerEndpoint,
  getCallerEndpoint,
  toSecretsResponse,
} from '../../../../shared/webhook/endpoint/caller-endpoint.ts'
import type { Endpoint, EndpointChange } from '../../../../shared/webhook/endpoint/endpoint.ts'
import {
  encryptSecrets,
  findPublicKey,
  hasTooManySecrets,
  rotateSecrets,
} from '../../../../shared/webhook/endpoint/secret.ts'
import { webhooksRoutes } from '../../../../shared/webhook/routes.ts'
import { newSecrets } from '../../../../shared/webhook/transport/signature.ts'

/** How long the old secret signs beside the new one, unless the caller says otherwise. */
const overlapSeconds = 86_400
/** Rotations that an endpoint remembers: more than anybody makes in the day in which one may be repeated. */
const rememberedRotations = 100

const getWebhookSecret: Action<typeof webhooksRoutes.getWebhookSecret> = async request => ({
  status: 200,
  body: await toSecretsResponse(await getCallerEndpoint(request), new Date(request.nowMs).toISOString()),
})

/** What a rotation changes. @throws Problem too_many_secrets */
const rotationOf = async (
  { secrets: before, id, rotations = [] }: Endpoint,
  { id: callId, body, nowMs }: ActionRequest<typeof webhooksRoutes.rotateWebhookSecret>,
): Promise<EndpointChange> => {
  const now = new Date(nowMs).toISOString()
  const until = new Date(nowMs + (body.overlapSeconds ?? overlapSeconds) * 1000).toISOString()
  const fresh = await encryptSecrets(id, newSecrets({ ed25519: findPublicKey(before) !== null }))
  const secrets = rotateSecrets(before, fresh, { now, until })
  if (hasTooManySecrets(secrets))
    throw new Problem(
      'too_many_secrets',
      'Rotate again when the oldest has ended (`previous`), or end all others at once with `overlapSeconds: 0`.',
    )
  const made = [callId, ...rotations].slice(0, rememberedRotations)
  return { set: { secrets, rotations: made, updatedAt: now } }
}

const rotateWebhookSecret: Action<typeof webhooksRoutes.rotateWebhookSecret> = async request => {
  const now = new Date(request.nowMs).toISOString()
  const known = request.isRepeat ? await getCallerEndpoint(request) : undefined
  if (known?.rotations?.includes(request.id))
    return {
      status: 200,
      headers: { 'idempotency-replayed': 'true' },
      body: await toSecretsResponse(known, now),
    }
  const endpoint = await changeCallerEndpoint(request, before => rotationOf(before, request))
  return { status: 200, body: await toSecretsResponse(endpoint, now) }
}

export const handler = serve(webhooksRoutes, { getWebhookSecret, rotateWebhookSecret })
