import { Fault } from '../../shared/aws/fault.ts'
import { serve } from '../../shared/http/api.ts'
import { Problem } from '../../shared/http/contract/problem.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { endpointOf, toWebhook } from '../../shared/webhook/endpoint/endpoint.ts'
import { assertReceiver } from '../../shared/webhook/endpoint/receiver.ts'
import { endpointLimit, findEndpoint, listEndpoints, register } from '../../shared/webhook/endpoint/store.ts'
import { webhooksRoutes } from '../../shared/webhook/routes.ts'
import { newSecrets } from '../../shared/webhook/transport/signature.ts'

const createWebhook: Act<typeof webhooksRoutes.createWebhook> = async ({
  caller,
  body,
  id,
  isRepeat,
  nowMs,
}) => {
  await assertReceiver(body.url)
  const endpoint = endpointOf(body, {
    ...caller,
    id,
    secrets: newSecrets({ ed25519: body.ed25519 ?? false }),
    now: new Date(nowMs).toISOString(),
  })
  const known = isRepeat && (await findEndpoint(caller, id))
  if (!known && (await listEndpoints(caller)).length >= endpointLimit)
    throw new Problem('too_many_webhooks', `An organisation may have ${endpointLimit} endpoints.`)
  if (!known && !(await register(endpoint))) throw new Fault('The id of a new endpoint is taken')
  const registered = known || endpoint
  return {
    status: 201,
    headers: { location: `/v1/webhooks/${registered.id}` },
    body: { ...toWebhook(registered), secret: registered.secrets[0]!.secret },
  }
}

const listWebhooks: Act<typeof webhooksRoutes.listWebhooks> = async ({ caller }) => ({
  status: 200,
  body: { data: (await listEndpoints(caller)).map(toWebhook), nextCursor: null },
})

export const handler = serve(webhooksRoutes, { createWebhook, listWebhooks })
