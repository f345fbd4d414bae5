import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { sendDeliveries } from '../../../shared/webhook/delivery/queue.ts'
import { toResumeSearches } from '../../../shared/webhook/delivery/resume-endpoint.ts'
import {
  assertReadable,
  changeCallerEndpoint,
  getCallerEndpoint,
  removeCallerEndpoint,
  toWebhookResponse,
} from '../../../shared/webhook/endpoint/caller-endpoint.ts'
import { assertChangedDestination } from '../../../shared/webhook/endpoint/check-destination.ts'
import { toEndpointChange } from '../../../shared/webhook/endpoint/endpoint.ts'
import { mergeHeaders, providedHeaders } from '../../../shared/webhook/endpoint/header.ts'
import { encryptHeaders, encryptSecrets, withKeyPair } from '../../../shared/webhook/endpoint/secret.ts'
import { webhooksRoutes } from '../../../shared/webhook/routes.ts'
import { newKeyPair } from '../../../shared/webhook/transport/signature.ts'

const getWebhook: Action<typeof webhooksRoutes.getWebhook> = async request => ({
  status: 200,
  body: await toWebhookResponse(await getCallerEndpoint(request)),
})

const updateWebhook: Action<typeof webhooksRoutes.updateWebhook> = async request => {
  const { body, caller, nowMs } = request
  const pair = body.ed25519 ? await encryptSecrets(request.params.id, [newKeyPair()]) : []
  const given = await encryptHeaders(request.params.id, providedHeaders(body.headers))
  const endpoint = await changeCallerEndpoint(request, async before => {
    const { set, remove } = toEndpointChange(before, body, {
      scopes: caller.scopes,
      now: new Date(nowMs).toISOString(),
    })
    // What is given as null is in the body, and undefined.
    const { events = before.events, payload = before.payload } = body
    if (set.scopes) assertReadable({ events, payload }, caller)
    if (body.enabled && !before.enabled) await sendDeliveries(toResumeSearches(before, nowMs))
    const secrets = withKeyPair(before.secrets, body.ed25519, pair)
    const headers = mergeHeaders(before, body, given)
    const role = await assertChangedDestination(before, body, headers.length > 0)
    return {
      set: { ...set, secrets, headers, ...(role && { role }) },
      remove: [...(remove ?? []), ...(role ? [] : (['role'] as const))],
    }
  })
  return { status: 200, body: await toWebhookResponse(endpoint) }
}

const deleteWebhook: Action<typeof webhooksRoutes.deleteWebhook> = async request => {
  await removeCallerEndpoint(request, new Date(request.nowMs).toISOString())
  return { status: 204 }
}

export const handler = serve(webhooksRoutes, { getWebhook, updateWebhook, deleteWebhook })
