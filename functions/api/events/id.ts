import { serve } from '../../../shared/aws/api.ts'
import { database } from '../../../shared/aws/database.ts'
import { Problem } from '../../../shared/contract/problem.ts'
import { presentEventLine } from '../../../shared/domain/event.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { findEvent, listAttempts } from '../../../shared/table/event.ts'
import { unpack } from '../../../shared/webhook/packing.ts'

const getEvent: Act<'getEvent'> = async ({ caller, params, nowMs }) => {
  const event = await findEvent(database, caller, params.id, nowMs)
  if (!event) throw new Problem('not_found', 'There is no event with this id.')
  const bodyRaw = unpack(event.body)
  const attempts = await listAttempts(database, caller, event.id, nowMs)
  return { status: 200, body: { ...presentEventLine(event), body: JSON.parse(bodyRaw), bodyRaw, attempts } }
}

export const handler = serve({ getEvent })
