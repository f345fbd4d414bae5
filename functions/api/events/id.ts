import { serve } from '../../../shared/aws/api.ts'
import { database } from '../../../shared/aws/database.ts'
import { Problem } from '../../../shared/contract/problem.ts'
import { eventsRoutes } from '../../../shared/contract/routes/events.ts'
import { presentEventLine } from '../../../shared/domain/event.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { bodyOf } from '../../../shared/operations/event-body.ts'
import { findEvent } from '../../../shared/table/event.ts'
import { listAttempts } from '../../../shared/table/event-attempt.ts'

/** An answer has room for 6 MB; all attempts are listed by endpoint. */
const shownAttempts = 100

const getEvent: Act<'getEvent'> = async ({ caller, params, nowMs }) => {
  const event = await findEvent(database, caller, params.id, nowMs)
  if (!event) throw new Problem('not_found', 'There is no event with this id.')
  const bodyRaw = await bodyOf(event)
  const attempts = (await listAttempts(database, caller, event.id, { nowMs })).slice(-shownAttempts)
  const expiresAt = new Date(event.expiresAt * 1000).toISOString()
  const body = { ...presentEventLine(event), body: JSON.parse(bodyRaw), bodyRaw, expiresAt, attempts }
  return { status: 200, body }
}

export const handler = serve(eventsRoutes, { getEvent })
