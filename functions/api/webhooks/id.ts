import { serve } from '../../../shared/aws/api.ts'
import { database } from '../../../shared/aws/database.ts'
import { webhooksRoutes } from '../../../shared/contract/routes/webhooks.ts'
import { changeOf, presentWebhook } from '../../../shared/domain/endpoint.ts'
import { withPair } from '../../../shared/domain/endpoint-secret.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { sendDeliveries } from '../../../shared/operations/delivery-queue.ts'
import { resumptionOf } from '../../../shared/operations/delivery-resumption.ts'
import { newPair } from '../../../shared/operations/endpoint-secrets.ts'
import { changeFor, endpointFor } from '../../../shared/operations/endpoints.ts'
import { assertReceiver } from '../../../shared/operations/receiver.ts'
import { removeEndpoint } from '../../../shared/table/endpoint.ts'

const getWebhook: Act<'getWebhook'> = async call => ({
  status: 200,
  body: presentWebhook(await endpointFor(call)),
})

const updateWebhook: Act<'updateWebhook'> = async call => {
  const { body, nowMs } = call
  if (body.url !== undefined) await assertReceiver(body.url)
  const endpoint = await changeFor(call, async before => {
    if (body.enabled && !before.enabled) await sendDeliveries(resumptionOf(before, nowMs))
    const { set, remove } = changeOf(before, body, new Date(nowMs).toISOString())
    const secrets = withPair(before.secrets, body.ed25519, newPair)
    return { set: { ...set, secrets }, remove }
  })
  return { status: 200, body: presentWebhook(endpoint) }
}

const deleteWebhook: Act<'deleteWebhook'> = async call => {
  const { id } = await endpointFor(call)
  await removeEndpoint(database, call.caller, id)
  return { status: 204 }
}

export const handler = serve(webhooksRoutes, { getWebhook, updateWebhook, deleteWebhook })
