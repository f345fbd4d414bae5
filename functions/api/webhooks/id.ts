import { serve } from '../../../shared/http/api.ts'
import type { Action } from '../../../shared/http/action.ts'
import { sendDeliveries } from '../../../shared/webhook/delivery/queue.ts'
import { resumptionOf } from '../../../shared/webhook/delivery/resumption.ts'
import {
  assertReadable,
  changeFor,
  endpointFor,
  removeFor,
} from '../../../shared/webhook/endpoint/caller-endpoint.ts'
import { changeOf } from '../../../shared/webhook/endpoint/endpoint.ts'
import { headersAfter } from '../../../shared/webhook/endpoint/header.ts'
import { assertChanged } from '../../../shared/webhook/endpoint/receiver.ts'
import { shownWebhook } from '../../../shared/webhook/endpoint/sealed-answer.ts'
import { sealHeaders } from '../../../shared/webhook/endpoint/sealed-header.ts'
import { sealSecrets } from '../../../shared/webhook/endpoint/sealed-secret.ts'
import { withPair } from '../../../shared/webhook/endpoint/secret.ts'
import { webhooksRoutes } from '../../../shared/webhook/routes.ts'
import { newKeyPair } from '../../../shared/webhook/transport/signature.ts'

const getWebhook: Action<typeof webhooksRoutes.getWebhook> = async call => ({
  status: 200,
  body: await shownWebhook(await endpointFor(call)),
})

const updateWebhook: Action<typeof webhooksRoutes.updateWebhook> = async call => {
  const { body, caller, nowMs } = call
  const pair = body.ed25519 ? await sealSecrets(call.params.id, [newKeyPair()]) : []
  const given = await sealHeaders(call.params.id, body.headers)
  const endpoint = await changeFor(call, async before => {
    const { set, remove } = changeOf(before, body, {
      scopes: caller.scopes,
      now: new Date(nowMs).toISOString(),
    })
    // What is given as null is in the body, and undefined.
    const { events = before.events, payload = before.payload } = body
    if (set.scopes) assertReadable({ events, payload }, caller)
    if (body.enabled && !before.enabled) await sendDeliveries(resumptionOf(before, nowMs))
    const secrets = withPair(before.secrets, body.ed25519, pair)
    const headers = headersAfter(before, body, given)
    const role = await assertChanged(before, body, headers.length > 0)
    return {
      set: { ...set, secrets, headers, ...(role && { role }) },
      remove: [...(remove ?? []), ...(role ? [] : (['role'] as const))],
    }
  })
  return { status: 200, body: await shownWebhook(endpoint) }
}

const deleteWebhook: Action<typeof webhooksRoutes.deleteWebhook> = async call => {
  await removeFor(call, new Date(call.nowMs).toISOString())
  return { status: 204 }
}

export const handler = serve(webhooksRoutes, { getWebhook, updateWebhook, deleteWebhook })
