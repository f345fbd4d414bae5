import type { Caller } from '../../../shared/account/caller.ts'
import { unpackPayload } from '../../../shared/event/body.ts'
import { isReadableBy, toEventListItem } from '../../../shared/event/event.ts'
import { eventsRoutes } from '../../../shared/event/routes.ts'
import { type FrozenEvent, findEvent } from '../../../shared/event/store.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { listAttempts } from '../../../shared/webhook/delivery/attempt-store.ts'

/** An answer has room for 6 MB; all attempts are listed by endpoint. */
const shownAttempts = 100

/** The bytes as they were frozen, or ids and status for a client that may not read the record. */
const bytesFor = ({ scopes }: Caller, event: FrozenEvent): Promise<string> =>
  unpackPayload(event, isReadableBy(scopes, event) ? 'full' : 'thin')

const getEvent: Action<typeof eventsRoutes.getEvent> = async ({ caller, params, nowMs }) => {
  const event = await findEvent(caller, params.id, nowMs)
  if (!event) throw new Problem('not_found', 'There is no event with this id.')
  const bodyRaw = await bytesFor(caller, event)
  const attempts = (await listAttempts(caller, event.id, { nowMs })).slice(-shownAttempts)
  const expiresAt = new Date(event.expiresAt * 1000).toISOString()
  const body = { ...toEventListItem(event), body: JSON.parse(bodyRaw), bodyRaw, expiresAt, attempts }
  return { status: 200, body }
}

export const handler = serve(eventsRoutes, { getEvent })
