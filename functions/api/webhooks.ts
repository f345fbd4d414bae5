import { serve } from '../../shared/aws/api.ts'
import { database } from '../../shared/aws/database.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { webhooksRoutes } from '../../shared/contract/routes/webhooks.ts'
import { endpointOf, presentWebhook } from '../../shared/domain/endpoint.ts'
import { Fault } from '../../shared/domain/fault.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { newSecrets } from '../../shared/operations/endpoint-secrets.ts'
import { assertReceiver } from '../../shared/operations/receiver.ts'
import { endpointLimit, findEndpoint, listEndpoints, register } from '../../shared/table/endpoint.ts'

const createWebhook: Act<'createWebhook'> = async ({ caller, body, id, isRepeat, nowMs }) => {
  await assertReceiver(body.url)
  const endpoint = endpointOf(body, {
    ...caller,
    id,
    secrets: newSecrets({ ed25519: body.ed25519 ?? false }),
    now: new Date(nowMs).toISOString(),
  })
  const known = isRepeat && (await findEndpoint(database, caller, id))
  if (!known && (await listEndpoints(database, caller)).length >= endpointLimit)
    throw new Problem('too_many_webhooks', `An organisation may have ${endpointLimit} endpoints.`)
  if (!known && !(await register(database, endpoint))) throw new Fault('The id of a new endpoint is taken')
  const registered = known || endpoint
  return {
    status: 201,
    headers: { location: `/v1/webhooks/${registered.id}` },
    body: { ...presentWebhook(registered), secret: registered.secrets[0]!.secret },
  }
}

const listWebhooks: Act<'listWebhooks'> = async ({ caller }) => ({
  status: 200,
  body: { data: (await listEndpoints(database, caller)).map(presentWebhook), nextCursor: null },
})

export const handler = serve(webhooksRoutes, { createWebhook, listWebhooks })
