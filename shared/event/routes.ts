import * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'
import { eventId } from './attempt-contract.ts'
import { EventFilterQuery, EventList, EventResponse, ResendEvent, ResendResponse } from './contract.ts'

const readers = ['webhooks', 'events'] as const

export const eventsRoutes = {
  /**
   * Lists the events of your organisation in the mode of your client.
   *
   * Events are stored for 90 days. To catch up without a webhook, ask for `order=oldest` and continue from
   * the last `nextCursor`: no event is skipped. If few of very many events match a filter, a page may be
   * short although more follow: continue while `nextCursor` is not null.
   * @returns A page, and the cursor of the next one.
   */
  listEvents: {
    method: 'GET',
    path: '/v1/events',
    tag: 'Events',
    summary: 'List events, newest first or oldest first',
    access: readers,
    inPortal: true,
    query: EventFilterQuery,
    answers: { 200: EventList },
  },
  /**
   * Reads one event, with the exact bytes that were signed and every attempt.
   *
   * A client with the scope of the event’s product reads the record; any other client reads ids and status.
   * Events are stored for 90 days. Events of identity look-ups contain a registry’s data about a person: they
   * are stored encrypted and deleted after 4 days (`expiresAt`), when nothing is left to deliver.
   * @returns The event.
   */
  getEvent: {
    method: 'GET',
    path: '/v1/events/{id}',
    tag: 'Events',
    summary: 'Read an event with its exact bytes and its delivery attempts',
    access: readers,
    inPortal: true,
    params: z.object({
      /** The id of the event: the same in every delivery of it. @example "evt_890123456789012_completed" */
      id: eventId,
    }),
    answers: { 200: EventResponse },
  },
  /**
   * Sends an event again, with the same id and the same bytes. Receivers that skip a known id do nothing
   * twice.
   * @returns 202 with the endpoints that will receive it.
   */
  resendEvent: {
    method: 'POST',
    path: '/v1/events/{id}/resend',
    tag: 'Events',
    summary: 'Deliver an event once more, with the same id and bytes',
    access: 'webhooks',
    inPortal: true,
    params: z.object({
      /** The id of the event: the same in every delivery of it. @example "evt_890123456789012_completed" */
      id: eventId,
    }),
    body: ResendEvent,
    answers: { 202: ResendResponse },
    problems: ['webhook_disabled'],
  },
} as const satisfies Record<string, Route>
