import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { nextCursorText, pageParameters } from '../http/reference.ts'
import { Attempt } from './attempt-contract.ts'
import {
  AddressEvent,
  EmploymentEvent,
  EndpointEvent,
  EventList,
  EventListItem,
  EventResponse,
  EventSummary,
  IdentityEvent,
  ResendEvent,
  ResendResponse,
  ThinEnvelope,
} from './contract.ts'
import { eventsRoutes } from './routes.ts'

const at = '2026-11-20T09:31:00.000Z'
export const eventIdText = [
  'The id of the event: the same in every delivery of it.',
  'evt_890123456789012_completed',
] as const
const typeText = ['What happened.', 'verification_completed'] as const

const subject = {
  id: ['The id of the verification.', 890123456789012],
  summary: ['Reserved for a later use.', 'Always null.'],
  customerReference: ['Your own reference. Empty for a look-up.', 'customer-1042'],
} as const

export const attemptFields = {
  eventId: eventIdText,
  endpointId: ['The id of the endpoint.', 890123456789030],
  attempt: ['Counts all attempts of this event at this endpoint, resends included.', 1],
  at: ['When the request was sent.', at],
  outcome: [
    'What followed: `retry` means that another attempt is scheduled, `gave-up` that none is.',
    'delivered',
  ],
  status: ['The HTTP status of your endpoint’s response.', 200, 'Null without a response.'],
  latencyMs: ['How long it took, in milliseconds.', 84],
  failure: ['At which step it failed.', 'timeout', 'Null if it succeeded.'],
  detail: ['What went wrong, for people.', 'No response within 10 seconds.', 'Null if it succeeded.'],
  answer: [
    'The first 1 KB of your endpoint’s response, decoded; of a redirect, its `Location` stands before.',
    'thanks',
    'Null without a response.',
  ],
  nextAttemptAt: ['When the next attempt is due.', at, 'Null if none is scheduled.'],
} as const

const item = {
  id: eventIdText,
  event: ['The resource that the event is about.', 'address'],
  event_type: typeText,
  createdAt: ['When the bytes of the event were frozen.', at],
  verificationId: ['The id of the verification.', 890123456789012, 'Null for an event about an endpoint.'],
  endpointId: ['The id of the endpoint.', 890123456789030, 'Null for an event about a verification.'],
  sequence: [
    'The place among the events of its verification: 1 started, 2 delayed, 3 completed, from 4 on updated. A lower number than you have seen is stale.',
    3,
  ],
  occurredAt: ['When it happened.', at],
  receipt: [
    'The path of the receipt.',
    '/v1/addresses/890123456789012/receipt',
    'Null before the end of the verification.',
  ],
} as const

export const eventSchemaTexts: readonly SchemaText[] = [
  describeSchema(Attempt, 'One signed request to an endpoint. Kept for 30 days.', attemptFields),
  describeSchema(EventSummary, 'Reserved for a later use.', {}),
  describeSchema(AddressEvent, 'An event about an address verification.', {
    event: ['The resource.', 'address'],
    event_type: typeText,
    data: ['What it is about.', { ...subject, address: ['The whole record.'] }],
  }),
  describeSchema(EmploymentEvent, 'An event about an employment verification.', {
    event: ['The resource.', 'employment'],
    event_type: typeText,
    data: ['What it is about.', { ...subject, employment: ['The whole record.'] }],
  }),
  describeSchema(IdentityEvent, 'The result of a late look-up.', {
    event: ['The resource.', 'identity'],
    event_type: typeText,
    data: [
      'What it is about.',
      { ...subject, identity: ['The response that the look-up would have returned, or why there is none.'] },
    ],
  }),
  describeSchema(EndpointEvent, 'The service disabled another endpoint of yours.', {
    event: ['The resource.', 'endpoint'],
    event_type: ['What happened.', 'endpoint_disabled'],
    data: [
      'What it is about.',
      {
        ...subject,
        id: ['The id of the endpoint.', 890123456789030],
        customerReference: ['Always empty.', ''],
        endpoint: [
          'The endpoint that was disabled.',
          {
            id: ['The id of the endpoint.', 890123456789030],
            enabled: ['Always false.', false],
            reason: ['`gone`: it answered 410. `failing`: every attempt of five days failed.', 'gone'],
            disabledReason: ['The reason in words.', 'The receiver answered 410: it is gone.'],
            disabledAt: ['When it was disabled.', at],
            failingSince: ['The first failure since the last success.', at, 'Null without one.'],
            lastStatus: ['The last HTTP status.', 410, 'Null without a response.'],
          },
        ],
      },
    ],
  }),
  describeSchema(ThinEnvelope, 'An event with ids and status alone. Read the record with your credentials.', {
    event: ['The resource.', 'address'],
    event_type: typeText,
    data: ['What it is about.', { ...subject, status: ['How it ended, or where it stands.'] }],
  }),
  describeSchema(EventListItem, 'An event in a list.', item),
  describeSchema(EventList, 'A page of events.', {
    data: ['The events of this page.'],
    nextCursor: nextCursorText,
  }),
  describeSchema(EventResponse, 'An event with its bytes and attempts.', {
    ...item,
    body: ['The event, as a delivery has it.'],
    bodyRaw: [
      'The exact bytes that are signed.',
      '{"event":"address","event_type":"verification_completed"}',
    ],
    expiresAt: [
      'When the event is deleted: after 90 days, of a look-up after 4.',
      '2027-02-18T09:31:00.000Z',
    ],
    attempts: ['The last 100 attempts, oldest first.'],
  }),
  describeSchema(ResendEvent, 'Where to send the event again.', {
    endpointId: [
      'The endpoint that shall receive it. Unless given: all that subscribe to it.',
      890123456789030,
    ],
  }),
  describeSchema(ResendResponse, 'Where the event is sent.', {
    endpointIds: ['The endpoints that will receive it.', [890123456789030]],
  }),
]

export const eventOperationTexts = describeRoutes(eventsRoutes, {
  listEvents: {
    does: 'Lists the events of your organisation in the mode of your client.',
    costs: free,
    returns: 'A page, and the cursor of the next one.',
    events: [],
    parameters: {
      ...pageParameters,
      event: ['Only events about this resource.', 'address'],
      event_type: ['Only events of this type.', 'verification_completed'],
      from: ['Only events created at this time or later.', '2026-11-01'],
      to: ['Only events created before this time.', '2026-12-01'],
      order: ['`newest` first, unless given, or `oldest` first to catch up.', 'oldest'],
    },
    details:
      'Events are stored for 90 days. To catch up without a webhook, ask for `order=oldest` and continue from the last `nextCursor`: no event is skipped. If few of very many events match a filter, a page may be short although more follow: continue while `nextCursor` is not null.',
  },
  getEvent: {
    does: 'Reads one event, with the exact bytes that were signed and every attempt.',
    costs: free,
    returns: 'The event.',
    events: [],
    parameters: { id: eventIdText },
    details:
      'A client with the scope of the event’s product reads the record; any other client reads ids and status. Events are stored for 90 days. Events of identity look-ups contain a registry’s data about a person: they are stored encrypted and deleted after 4 days (`expiresAt`), when nothing is left to deliver.',
  },
  resendEvent: {
    does: 'Sends an event again, with the same id and the same bytes. Receivers that skip a known id do nothing twice.',
    costs: free,
    returns: '202 with the endpoints that will receive it.',
    events: [],
    parameters: { id: eventIdText },
  },
})
