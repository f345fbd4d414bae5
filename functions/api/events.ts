import { toEventListItem } from '../../shared/event/event.ts'
import { eventPageKeyPattern } from '../../shared/event/kinds.ts'
import { eventsRoutes } from '../../shared/event/routes.ts'
import { type EventsFilter, listEvents as listFrozenEvents } from '../../shared/event/store.ts'
import type { Action, ActionRequest } from '../../shared/http/action.ts'
import { serve } from '../../shared/http/api.ts'
import { decodeCursor, encodeCursor } from '../../shared/http/cursor.ts'

/** Containers write events side by side: only after this time is the order of the last ones certain. */
const settledMs = 5000

const instant = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString()

const filterOf = ({ query, nowMs }: ActionRequest<typeof eventsRoutes.listEvents>): EventsFilter => {
  const { event, event_type: eventType } = query
  const settled = query.order === 'oldest' ? [new Date(nowMs - settledMs).toISOString()] : []
  const to = [instant(query.to), ...settled].filter(time => time !== undefined).toSorted()[0]
  return { event, eventType, from: instant(query.from), to }
}

const listEvents: Action<typeof eventsRoutes.listEvents> = async request => {
  const { caller, query } = request
  const start = decodeCursor(query.cursor, eventPageKeyPattern)
  const oldestFirst = query.order === 'oldest'
  const page = { limit: query.limit ?? 20, after: start, oldestFirst }
  const { items, after, end } = await listFrozenEvents(caller, filterOf(request), page)
  // The end of today's list is where tomorrow's catching up starts.
  const resume = oldestFirst ? (end ?? start) : undefined
  return {
    status: 200,
    body: { data: items.map(toEventListItem), nextCursor: encodeCursor(after ?? resume) },
  }
}

export const handler = serve(eventsRoutes, { listEvents })
