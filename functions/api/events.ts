import { toEventLine } from '../../shared/event/event.ts'
import { eventsRoutes } from '../../shared/event/routes.ts'
import { type EventsFilter, listEvents as listFrozenEvents, placeOfEvent } from '../../shared/event/store.ts'
import { serve } from '../../shared/http/api.ts'
import { cursorOf, placeOf } from '../../shared/http/cursor.ts'
import type { Act, Call } from '../../shared/http/exchange.ts'

/** Where a page ended: the time and id of its last event. */
const place = /^[\d:.TZ-]{24}#evt_[a-z0-9_]{1,80}$/

/** Containers write events side by side: only after this time is the order of the last ones certain. */
const settledMs = 5000

const instant = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString()

const filterOf = ({ query, nowMs }: Call<typeof eventsRoutes.listEvents>): EventsFilter => {
  const { event, event_type: eventType } = query
  const settled = query.order === 'oldest' ? [new Date(nowMs - settledMs).toISOString()] : []
  const to = [instant(query.to), ...settled].filter(time => time !== undefined).toSorted()[0]
  return { event, eventType, from: instant(query.from), to }
}

const listEvents: Act<typeof eventsRoutes.listEvents> = async call => {
  const { caller, query } = call
  const start = placeOf(query.cursor, place)
  const oldestFirst = query.order === 'oldest'
  const page = { limit: query.limit ?? 20, after: start, oldestFirst }
  const { items, after } = await listFrozenEvents(caller, filterOf(call), page)
  const last = items.at(-1)
  // The end of today's list is where tomorrow's catching up starts.
  const resume = oldestFirst ? (last ? placeOfEvent(last) : start) : undefined
  return {
    status: 200,
    body: { data: items.map(toEventLine), nextCursor: cursorOf(after ?? resume) },
  }
}

export const handler = serve(eventsRoutes, { listEvents })
