import { attemptFields } from '../event/reference.ts'
import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { nextCursorText, pageParameters } from '../http/reference.ts'
import {
  AttemptList,
  CreateWebhook,
  CreateWebhookResponse,
  Ping,
  PingEvent,
  RecoverWebhook,
  RecoverySpan,
  RotateSecret,
  UpdateWebhook,
  Webhook,
  WebhookHealth,
  WebhookList,
  WebhookSecret,
} from './contract.ts'
import { WebhookHeader } from './header-contract.ts'
import { webhooksRoutes } from './routes.ts'

const at = '2026-11-20T09:31:00.000Z'
const secretText = [
  'The signing secret. Keep it on your server.',
  'whsec_ZXhhbXBsZS1vZi1hLXNpZ25pbmctc2VjcmV0LTMy',
] as const
const publicKeyText = [
  'The Ed25519 public key: `whpk_` and base64.',
  'whpk_ZXhhbXBsZS1vZi1hLXB1YmxpYy1rZXktMzItYnl0ZXM=',
  'Null unless `ed25519` is true.',
] as const

const settings = {
  events: [
    'What the endpoint subscribes to: single events, or all of a resource as in `address.*`. Unless given: completions of what your client may read.',
    ['address.*'],
  ],
  enabled: ['Whether events are sent. True unless given. Enabling sends what is pending.', true],
  payload: ['How much of an event is sent: `full` unless given, `masked`, or `thin`.', 'full'],
  bodySignature: [
    'Also send `x-verifyme-signature`: the hexadecimal HMAC-SHA512 of the body. False unless given.',
    false,
  ],
  ed25519: ['Also sign with Ed25519 (`v1a`). False unless given.', false],
  headers: ['Headers of your own, at most five. Values are encrypted and never shown.'],
  roleArn: [
    'The role that the service assumes to send to a queue or bus of yours. Only with an ARN as `url`.',
    'arn:aws:iam::444455556666:role/verification-events',
  ],
} as const

const webhook = {
  id: ['The id of the endpoint.', 890123456789030],
  url: ['The URL, or the ARN of the queue or bus.', 'https://example.com/hook'],
  description: ['Your own words. Empty if there are none.', 'Orders'],
  events: ['What the endpoint subscribes to.', ['address.*']],
  enabled: ['Whether events are sent.', true],
  payload: ['How much of an event is sent.', 'full'],
  bodySignature: ['Whether `x-verifyme-signature` is sent.', false],
  ed25519: ['Whether deliveries are also signed with Ed25519.', false],
  publicKey: publicKeyText,
  headerNames: ['The names of your own headers.', ['Authorization']],
  role: [
    'The role that the service assumes, and whom its trust policy must name.',
    {
      arn: ['The role.', 'arn:aws:iam::444455556666:role/verification-events'],
      externalId: ['The external id that only your organisation has.', '1-5f0c1d2e'],
      trustedAccountId: ['The AWS account to trust.', '111122223333'],
    },
    'Null for a URL.',
  ],
  createdAt: ['When it was registered.', at],
  updatedAt: ['When its settings last changed.', at],
  disabledReason: [
    'Why the service disabled it.',
    'The receiver answered 410: it is gone.',
    'Null unless it did.',
  ],
  disabledAt: ['When the service disabled it.', at, 'Null unless it did.'],
  health: ['How deliveries go.'],
} as const

export const webhookSchemaTexts: readonly SchemaText[] = [
  describeSchema(CreateWebhook, 'An endpoint to register.', {
    url: [
      'The `https` URL that receives events, or the ARN of an SQS queue or EventBridge bus. On the laptop a URL of the laptop may be `http`.',
      'https://example.com/hook',
    ],
    description: ['Your own words, to tell endpoints apart.', 'Orders'],
    ...settings,
  }),
  describeSchema(UpdateWebhook, 'What to change. Absent fields stay unchanged.', {
    url: [
      'The new URL. A new host or port loses the headers of your own that the request does not contain.',
      'https://example.com/hook',
    ],
    description: ['Your own words. An empty text removes them.', 'Orders'],
    ...settings,
  }),
  describeSchema(WebhookHeader, 'A header of your own.', {
    name: ['The name of the header.', 'Authorization'],
    value: ['The value: visible ASCII characters.', 'Bearer 7f3c', 'Null removes the header of this name.'],
  }),
  describeSchema(WebhookHealth, 'How deliveries to an endpoint go.', {
    failingSince: ['Since when every attempt has failed.', at, 'Null if the last one succeeded.'],
    nextProbeAt: ['When the next delivery is tried while the others wait.', at, 'Null unless it fails.'],
    lastFailure: [
      'The last failed attempt.',
      {
        eventId: attemptFields.eventId,
        at: attemptFields.at,
        status: attemptFields.status,
        failure: attemptFields.failure,
        detail: attemptFields.detail,
        answer: attemptFields.answer,
      },
      'Null if none failed.',
    ],
    recoveredAt: ['When it last succeeded after failures.', at, 'Null if it never failed.'],
    slowUntil: [
      'Until when at most ten deliveries run at once, because one took 3 seconds or more.',
      at,
      'Null if none was slow.',
    ],
  }),
  describeSchema(Webhook, 'An endpoint that receives events.', webhook),
  describeSchema(CreateWebhookResponse, 'A registered endpoint with its secret.', {
    ...webhook,
    secret: secretText,
  }),
  describeSchema(WebhookList, 'Your endpoints.', { data: ['The endpoints.'], nextCursor: nextCursorText }),
  describeSchema(RotateSecret, 'How to replace the secret.', {
    overlapSeconds: [
      'For how many seconds the old secret still signs, too. A day unless given; 0 if it has leaked.',
      3600,
    ],
  }),
  describeSchema(WebhookSecret, 'The secrets that sign now.', {
    secret: secretText,
    publicKey: publicKeyText,
    previous: [
      'Older secrets that still sign.',
      {
        secret: ['The older secret.', secretText[1], 'Null if only its key signs.'],
        publicKey: ['The older public key.', publicKeyText[1], 'Null if only its secret signs.'],
        expiresAt: ['When it stops.', at],
      },
    ],
  }),
  describeSchema(Ping, 'The result of a ping.', {
    id: ['The id of the sample. It is no event.', 'ping_890123456789030'],
    outcome: ['Whether your endpoint answered 2xx.', 'delivered'],
    at: attemptFields.at,
    status: attemptFields.status,
    latencyMs: attemptFields.latencyMs,
    failure: attemptFields.failure,
    detail: attemptFields.detail,
    answer: attemptFields.answer,
    bodyRaw: [
      'The exact bytes that were sent.',
      '{"event":"webhook","event_type":"ping","data":{"id":890123456789030}}',
    ],
  }),
  describeSchema(RecoverWebhook, 'Which events to send again.', {
    since: ['From when. At most 30 days ago.', '2026-11-01T00:00:00Z'],
    until: ['Until when. Now unless given.', '2026-11-02T00:00:00Z'],
  }),
  describeSchema(RecoverySpan, 'The time whose events are sent again.', {
    since: ['From when.', at],
    until: ['Until when.', at],
  }),
  describeSchema(AttemptList, 'A page of attempts.', {
    data: ['The attempts of this page.'],
    nextCursor: nextCursorText,
  }),
  describeSchema(PingEvent, 'The sample that a ping sends.', {
    event: ['Always `webhook`.', 'webhook'],
    event_type: ['Always `ping`.', 'ping'],
    data: ['What it is about.', { id: ['The id of the endpoint.', 890123456789030] }],
  }),
]

const parameters = { id: ['The id of the endpoint.', 890123456789030] } as const
const call = { costs: free, events: [], parameters } as const

export const webhookOperationTexts = describeRoutes(webhooksRoutes, {
  createWebhook: {
    costs: free,
    events: [],
    does: 'Registers an endpoint that receives events. Keep the secret: it proves that a delivery comes from this service.',
    returns: 'The endpoint with its secret.',
    details:
      'Every payload but `thin` needs the scopes of the products that the events report. A repeat with the same Idempotency-Key returns the endpoint in its present state, with its current secret.',
  },
  listWebhooks: {
    costs: free,
    events: [],
    does: 'Lists your endpoints in the mode of your client.',
    returns: 'All of them on one page, without secrets.',
  },
  getWebhook: {
    ...call,
    does: 'Reads one endpoint, with its health.',
    returns: 'The endpoint without its secret.',
  },
  updateWebhook: {
    ...call,
    does: 'Changes the settings of an endpoint.',
    returns: 'The endpoint as it is now.',
    details:
      'After you enable an endpoint, the service sends the events that were pending when it was disabled and those that have happened since, for up to 30 days.',
  },
  deleteWebhook: {
    ...call,
    does: 'Deletes an endpoint. Its pending deliveries are dropped.',
    returns: '204 without a body.',
  },
  getWebhookSecret: {
    ...call,
    does: 'Reads the secret of an endpoint, and older ones that still sign.',
    returns: 'The secrets.',
  },
  rotateWebhookSecret: {
    ...call,
    does: 'Replaces the secret. For a while both sign, so that no delivery is refused.',
    returns: 'The new secret, and those before it.',
    details:
      'The old and the new secret both sign for 24 hours, or as long as the body says. The service refuses a ninth rotation within a day, but never one with `overlapSeconds: 0`, which ends all older secrets at once.',
  },
  pingWebhook: {
    ...call,
    does: 'Sends a signed sample now, and waits for the response. A success also ends the wait of a failing endpoint.',
    returns: 'The result.',
    details:
      'The sample is `{"event":"webhook","event_type":"ping","data":{"id":…}}` with the id of the endpoint. It is not an event: it is in no list, is sent once, and also to a disabled endpoint. The service waits 5 seconds for the response.',
  },
  recoverWebhook: {
    ...call,
    does: 'Sends all events of a time again that did not arrive.',
    returns: '202 with the time that is recovered.',
    details:
      'Sends every event of this time that the endpoint subscribes to and never answered with 2xx, each with a new retry schedule.',
  },
  listWebhookAttempts: {
    ...call,
    does: 'Lists the attempts to deliver to an endpoint, newest first.',
    returns: 'A page, and the cursor of the next one.',
    parameters: { ...parameters, ...pageParameters },
    details: 'Attempts are stored for 30 days.',
  },
})
