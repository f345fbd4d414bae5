import { isSubscribed } from '../../../../shared/event/event.ts'
import { eventsRoutes } from '../../../../shared/event/routes.ts'
import { type FrozenEvent, findEvent } from '../../../../shared/event/store.ts'
import type { Action, ActionRequest } from '../../../../shared/http/action.ts'
import { serve } from '../../../../shared/http/api.ts'
import { Problem } from '../../../../shared/http/contract/problem.ts'
import { listAttempts } from '../../../../shared/webhook/delivery/attempt-store.ts'
import { sendDeliveries, toResend } from '../../../../shared/webhook/delivery/queue.ts'
import { getEnabledEndpoint } from '../../../../shared/webhook/endpoint/caller-endpoint.ts'
import { listEndpoints } from '../../../../shared/webhook/endpoint/store.ts'
import { consumeOnDemandCall } from '../../../../shared/webhook/limits.ts'

/** Whom to send it to: the endpoint that was named, or all that subscribed and are on. */
const endpointsOf = async (
  { caller, body }: ActionRequest<typeof eventsRoutes.resendEvent>,
  event: FrozenEvent,
) => {
  if (body.endpointId !== undefined)
    return [await getEnabledEndpoint({ caller, params: { id: body.endpointId } })]
  const endpoints = await listEndpoints(caller)
  return endpoints.filter(endpoint => endpoint.enabled && isSubscribed(endpoint, event))
}

const resendEvent: Action<typeof eventsRoutes.resendEvent> = async request => {
  const { caller, params, nowMs } = request
  const event = await findEvent(caller, params.id, nowMs)
  if (!event) throw new Problem('not_found', 'There is no event with this id.')
  const endpoints = await endpointsOf(request, event)
  const headers = await consumeOnDemandCall('resends', caller, nowMs)
  const attempts = await listAttempts(caller, event.id, { nowMs })
  const messages = endpoints.map(({ id }) => {
    const made = attempts.filter(({ endpointId }) => endpointId === id)
    return toResend(caller, event.id, id, made)
  })
  await sendDeliveries(messages)
  return { status: 202, headers, body: { endpointIds: endpoints.map(({ id }) => id) } }
}

export const handler = serve(eventsRoutes, { resendEvent })
