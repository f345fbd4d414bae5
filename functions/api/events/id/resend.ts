import { serve } from '../../../../shared/aws/api.ts'
import { database } from '../../../../shared/aws/database.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import { eventsRoutes } from '../../../../shared/contract/routes/events.ts'
import { isWanted } from '../../../../shared/domain/event.ts'
import type { Act, Call } from '../../../../shared/http/exchange.ts'
import { deliveryAfter, sendDeliveries } from '../../../../shared/operations/delivery-queue.ts'
import { enabledEndpointFor } from '../../../../shared/operations/endpoints.ts'
import { listEndpoints } from '../../../../shared/table/endpoint.ts'
import { type FrozenEvent, findEvent } from '../../../../shared/table/event.ts'
import { listAttempts } from '../../../../shared/table/event-attempt.ts'

/** Whom to send it to: the endpoint that was named, or all that subscribed and are on. */
const endpointsOf = async ({ caller, body }: Call<'resendEvent'>, event: FrozenEvent) => {
  if (body.endpointId !== undefined)
    return [await enabledEndpointFor({ caller, params: { id: body.endpointId } })]
  const endpoints = await listEndpoints(database, caller)
  return endpoints.filter(({ enabled, events }) => enabled && isWanted(events, event))
}

const resendEvent: Act<'resendEvent'> = async call => {
  const { caller, params, nowMs } = call
  const event = await findEvent(database, caller, params.id, nowMs)
  if (!event) throw new Problem('not_found', 'There is no event with this id.')
  const endpoints = await endpointsOf(call, event)
  const attempts = await listAttempts(database, caller, event.id, { nowMs })
  const messages = endpoints.map(({ id }) => {
    const made = attempts.filter(({ endpointId }) => endpointId === id)
    return deliveryAfter(caller, event.id, id, made)
  })
  await sendDeliveries(messages)
  return { status: 202, body: { endpointIds: endpoints.map(({ id }) => id) } }
}

export const handler = serve(eventsRoutes, { resendEvent })
