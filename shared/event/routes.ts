import * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'
import { eventId } from './attempt-contract.ts'
import { EventFilterQuery, EventList, EventResponse, ResendEvent, ResendResponse } from './contract.ts'

const readers = ['webhooks', 'events'] as const

export const eventsRoutes = {
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
  getEvent: {
    method: 'GET',
    path: '/v1/events/{id}',
    tag: 'Events',
    summary: 'Read an event with its exact bytes and its delivery attempts',
    access: readers,
    inPortal: true,
    params: z.object({ id: eventId }),
    answers: { 200: EventResponse },
  },
  resendEvent: {
    method: 'POST',
    path: '/v1/events/{id}/resend',
    tag: 'Events',
    summary: 'Deliver an event once more, with the same id and bytes',
    access: 'webhooks',
    inPortal: true,
    params: z.object({ id: eventId }),
    body: ResendEvent,
    answers: { 202: ResendResponse },
    problems: ['webhook_disabled'],
  },
} as const satisfies Record<string, Route>
