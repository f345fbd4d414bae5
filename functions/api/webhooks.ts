import type { Action, ActionRequest } from '../../shared/http/action.ts'
import { serve } from '../../shared/http/api.ts'
import {
  assertReadable,
  registerEndpoint,
  toSecretsResponse,
  toWebhookResponse,
} from '../../shared/webhook/endpoint/caller-endpoint.ts'
import { assertDestination } from '../../shared/webhook/endpoint/check-destination.ts'
import { buildEndpoint, type Endpoint } from '../../shared/webhook/endpoint/endpoint.ts'
import { mergeHeaders, providedHeaders } from '../../shared/webhook/endpoint/header.ts'
import { encryptHeaders, encryptSecrets } from '../../shared/webhook/endpoint/secret.ts'
import { findEndpoint, listEndpoints } from '../../shared/webhook/endpoint/store.ts'
import { webhooksRoutes } from '../../shared/webhook/routes.ts'
import { newSecrets } from '../../shared/webhook/transport/signature.ts'

const registered = async ({
  caller,
  body,
  id,
  nowMs,
}: ActionRequest<typeof webhooksRoutes.createWebhook>) => {
  const secrets = await encryptSecrets(id, newSecrets({ ed25519: body.ed25519 ?? false }))
  const headers = mergeHeaders(
    { url: body.url },
    body,
    await encryptHeaders(id, providedHeaders(body.headers)),
  )
  const { url, roleArn } = body
  const role = await assertDestination(caller, { url, roleArn, hasHeaders: headers.length > 0 })
  const now = new Date(nowMs).toISOString()
  const endpoint = buildEndpoint(body, { ...caller, id, secrets, headers, role, now })
  assertReadable(endpoint, caller)
  await registerEndpoint(endpoint)
  return endpoint
}

const answerOf = async (endpoint: Endpoint, nowMs: number) => {
  const { secret } = await toSecretsResponse(endpoint, new Date(nowMs).toISOString())
  return {
    status: 201,
    headers: { location: `/v1/webhooks/${endpoint.id}` },
    body: { ...(await toWebhookResponse(endpoint)), secret },
  } as const
}

const createWebhook: Action<typeof webhooksRoutes.createWebhook> = async request => {
  const { caller, id, isRepeat, nowMs } = request
  const known = isRepeat && (await findEndpoint(caller, id))
  if (!known) return answerOf(await registered(request), nowMs)
  const { headers, ...answer } = await answerOf(known, nowMs)
  return { ...answer, headers: { ...headers, 'idempotency-replayed': 'true' } }
}

const listWebhooks: Action<typeof webhooksRoutes.listWebhooks> = async ({ caller }) => ({
  status: 200,
  body: { data: await Promise.all((await listEndpoints(caller)).map(toWebhookResponse)), nextCursor: null },
})

export const handler = serve(webhooksRoutes, { createWebhook, listWebhooks })
