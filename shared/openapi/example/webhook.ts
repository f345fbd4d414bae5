import type { Examples } from './examples.ts'
import { events } from './verification.ts'

export const at = '2026-11-21T14:05:12.000Z'
const endpointId = 890123456789030
export const verificationId = 890123456789012
export const eventId = `evt_${verificationId}_completed`

export const registration = {
  url: 'http://localhost:4000/hook',
  description: 'Orders',
  events: ['address.*', 'employment.verification_completed'],
}

const endpoint = {
  id: endpointId,
  ...registration,
  enabled: true,
  payload: 'full',
  bodySignature: false,
  ed25519: false,
  publicKey: null,
  headerNames: [],
  role: null,
  createdAt: at,
  updatedAt: at,
  disabledReason: null,
  disabledAt: null,
  health: { failingSince: null, nextProbeAt: null, lastFailure: null, recoveredAt: null, slowUntil: null },
}

const secret = 'whsec_ZXhhbXBsZS1vZi1hLXNpZ25pbmctc2VjcmV0LTMy'

const attempt = {
  eventId,
  endpointId,
  attempt: 1,
  at,
  outcome: 'delivered',
  status: 200,
  latencyMs: 84,
  failure: null,
  detail: null,
  answer: 'thanks',
  nextAttemptAt: null,
}

const refused = {
  ...attempt,
  attempt: 1,
  outcome: 'retry',
  status: 503,
  failure: 'status',
  detail: 'The endpoint answered 503.',
  answer: 'busy',
  nextAttemptAt: '2026-11-21T14:05:17.000Z',
}

export const ping = { event: 'webhook', event_type: 'ping', data: { id: endpointId } }

/** What the organisation's other endpoints are sent when one is switched off. */
export const endpointDisabled = {
  event: 'endpoint',
  event_type: 'endpoint_disabled',
  data: {
    id: endpointId,
    summary: null,
    customerReference: '',
    endpoint: {
      id: endpointId,
      enabled: false,
      reason: 'gone',
      disabledReason: 'The receiver answered 410: it is gone.',
      disabledAt: at,
      failingSince: null,
      lastStatus: 410,
    },
  },
}

const pinged = {
  id: 'ping_890123456789040',
  at,
  latencyMs: 84,
  failure: null,
  detail: null,
  answer: 'thanks',
  bodyRaw: JSON.stringify(ping),
}

const completed = events('address')['address-verified']!

const line = {
  id: eventId,
  event: 'address',
  event_type: 'verification_completed',
  createdAt: at,
  verificationId,
  endpointId: null,
  sequence: 3,
  occurredAt: at,
  receipt: `/v1/addresses/${verificationId}/receipt?revision=1`,
}

/** Answers of the endpoints and events, by what is asked for. */
export const webhookAnswers = {
  created: { 201: { created: { ...endpoint, secret } } },
  list: { 200: { page: { data: [endpoint], nextCursor: null } } },
  read: { 200: { on: endpoint } },
  secret: { 200: { secret: { secret, publicKey: null, previous: [] } } },
  ping: {
    200: {
      delivered: { ...pinged, outcome: 'delivered', status: 200 },
      failed: {
        ...pinged,
        outcome: 'failed',
        status: null,
        failure: 'connect',
        detail: 'Nothing listens there.',
        answer: null,
      },
    },
  },
  attempts: { 200: { page: { data: [attempt, refused], nextCursor: null } } },
  events: { 200: { page: { data: [line], nextCursor: null } } },
  event: {
    200: {
      delivered: {
        ...line,
        body: completed,
        bodyRaw: JSON.stringify(completed),
        expiresAt: '2027-02-19T14:05:12.000Z',
        attempts: [attempt],
      },
    },
  },
  resent: { 202: { 'under-way': { endpointIds: [endpointId] } } },
} as const satisfies Record<string, Examples>

export const recovered = (since: string): Examples => ({ 202: { 'under-way': { since, until: at } } })
