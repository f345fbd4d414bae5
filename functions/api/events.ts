import { serve } from '../../shared/aws/api.ts'
import { database } from '../../shared/aws/database.ts'
import { presentEventLine } from '../../shared/domain/event.ts'
import { cursorOf, placeOf } from '../../shared/http/cursor.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { listEvents as listFrozenEvents } from '../../shared/table/event.ts'

/** Where a page ended: the time and id of its last event. */
const place = /^[\d:.TZ-]{24}#evt_[a-z0-9_]{1,80}$/

const listEvents: Act<'listEvents'> = async ({ caller, query }) => {
  const page = { limit: query.limit ?? 20, after: placeOf(query.cursor, place) }
  const { items, after } = await listFrozenEvents(database, caller, page)
  return { status: 200, body: { data: items.map(presentEventLine), nextCursor: cursorOf(after) } }
}

export const handler = serve({ listEvents })
