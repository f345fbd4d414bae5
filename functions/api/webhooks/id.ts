import { serve } from '../../../shared/http/api.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { sendDeliveries } from '../../../shared/webhook/delivery/queue.ts'
import { resumptionOf } from '../../../shared/webhook/delivery/resumption.ts'
import { changeFor, endpointFor } from '../../../shared/webhook/endpoint/caller-endpoint.ts'
import { changeOf, toWebhook } from '../../../shared/webhook/endpoint/endpoint.ts'
import { assertReceiver } from '../../../shared/webhook/endpoint/receiver.ts'
import { withPair } from '../../../shared/webhook/endpoint/secret.ts'
import { removeEndpoint } from '../../../shared/webhook/endpoint/store.ts'
import { webhooksRoutes } from '../../../shared/webhook/routes.ts'
import { newKeyPair } from '../../../shared/webhook/transport/signature.ts'

const getWebhook: Act<typeof webhooksRoutes.getWebhook> = async call => ({
  status: 200,
  body: toWebhook(await endpointFor(call)),
})

const updateWebhook: Act<typeof webhooksRoutes.updateWebhook> = async call => {
  const { body, nowMs } = call
  if (body.url !== undefined) await assertReceiver(body.url)
  const endpoint = await changeFor(call, async before => {
    if (body.enabled && !before.enabled) await sendDeliveries(resumptionOf(before, nowMs))
    const { set, remove } = changeOf(before, body, new Date(nowMs).toISOString())
    const secrets = withPair(before.secrets, body.ed25519, newKeyPair)
    return { set: { ...set, secrets }, remove }
  })
  return { status: 200, body: toWebhook(endpoint) }
}

const deleteWebhook: Act<typeof webhooksRoutes.deleteWebhook> = async call => {
  const { id } = await endpointFor(call)
  await removeEndpoint(call.caller, id)
  return { status: 204 }
}

export const handler = serve(webhooksRoutes, { getWebhook, updateWebhook, deleteWebhook })
