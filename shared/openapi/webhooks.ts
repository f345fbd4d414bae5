import { toThinBody } from '../event/body.ts'
import { hexHeaders } from '../webhook/transport/signature.ts'
import { deliveryExamples } from './examples.ts'

const header = (
  name: string,
  description: string,
  example: unknown,
  schema: object = { type: 'string' },
) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
})

const signature = [
  header(
    'webhook-id',
    'The event’s id: the same for every attempt. Ignore an event that you have handled before.',
    'evt_890123456789012_completed',
  ),
  header('webhook-timestamp', 'Seconds since 1970 at which this attempt was signed.', 1763632200, {
    type: 'integer',
    format: 'int64',
  }),
  header(
    'webhook-signature',
    'Signatures of id, timestamp and body, separated by spaces (https://www.standardwebhooks.com).',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const order = [
  header(
    'x-sequence',
    'The event’s number within its verification or endpoint. An event is stale if you have seen a higher number.',
    3,
    {
      type: 'integer',
      format: 'int32',
    },
  ),
  header('x-occurred-at', 'When the change happened that the event reports.', '2026-11-20T09:31:00.000Z', {
    type: 'string',
    format: 'date-time',
  }),
]

const optional = hexHeaders.map((name, index) => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  example: 'ab'.repeat(64),
  description: `With \`bodySignature\`: hex HMAC-SHA512 of the body, keyed by the text of the ${index === 0 ? 'secret' : 'previous secret, while both are active'}.`,
}))

const thin = (event: object) => JSON.parse(toThinBody(JSON.stringify(event))) as object

const reply =
  'Check the signature over the exact bytes, respond with 2xx at once, and do the work afterwards.'

/** What each type of event means. The same of addresses and employments. */
const verificationEvents = [
  '`verification_completed`: the verification has ended. Read `status.subStatus` of the record.',
  '`verification_started`: an agent can claim it. `verification_delayed`: 48 hours have passed without a visit. `verification_updated`: a dispute has changed the outcome. You receive these three only if you subscribe to them.',
  'An endpoint with the payload `thin` receives ids and status alone.',
  reply,
].join('\n\n')

const replies = {
  '2XX': { description: 'Delivered. After any other status, or a timeout, the service tries again' },
  '410': { description: 'The endpoint is gone: the service disables it' },
} as const

interface DeliveryText {
  readonly summary: string
  readonly description: string
}

const delivery = (
  operationId: string,
  { summary, description }: DeliveryText,
  schemas: readonly string[],
  examples: Readonly<Record<string, object>>,
  parameters: readonly object[] = [...signature, ...order, ...optional],
) => {
  const refs = schemas.map(name => ({ $ref: `#/components/schemas/${name}` }))
  return {
    post: {
      operationId,
      tags: ['Deliveries'],
      summary,
      description,
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: refs.length === 1 ? refs[0] : { anyOf: refs },
            examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
          },
        },
      },
      responses: replies,
    },
  }
}

const withThin = (examples: Readonly<Record<string, object>>) => ({
  ...examples,
  thin: thin(Object.values(examples)[0]!),
})

const deliveries = {
  address: delivery(
    'receiveAddressEvent',
    {
      summary: 'An address verification has ended, or its state has changed',
      description: verificationEvents,
    },
    ['AddressEvent', 'ThinEvent'],
    withThin(deliveryExamples.address),
  ),
  employment: delivery(
    'receiveEmploymentEvent',
    {
      summary: 'An employment verification has ended, or its state has changed',
      description: verificationEvents,
    },
    ['EmploymentEvent', 'ThinEvent'],
    withThin(deliveryExamples.employment),
  ),
  identity: delivery(
    'receiveIdentityEvent',
    {
      summary: 'A late look-up has ended: its registry could not answer at once',
      description: [
        'It follows a look-up that was answered with 202. `identity` is what the look-up would have returned, or says in `status` why there is no verdict.',
        reply,
      ].join('\n\n'),
    },
    ['IdentityEvent', 'ThinEvent'],
    withThin(deliveryExamples.identity),
  ),
  endpoint: delivery(
    'receiveEndpointEvent',
    {
      summary: 'Another endpoint of your organisation was disabled',
      description: [
        'The service disabled an endpoint that answered 410 or failed for five days. Repair it and enable it again: what was pending is then sent.',
        reply,
      ].join('\n\n'),
    },
    ['EndpointEvent'],
    deliveryExamples.endpoint,
  ),
  ping: delivery(
    'receivePing',
    {
      summary: 'A sample that you asked for',
      description: ['It follows `POST /v1/webhooks/{id}/ping`, and reports nothing.', reply].join('\n\n'),
    },
    ['PingEvent'],
    deliveryExamples.ping,
    [...signature, ...optional],
  ),
} as const

const { requestBody: pingBody, ...ping } = deliveries.ping.post
const pingBodyRef = { $ref: '#/components/requestBodies/PingEvent' } as const

/**
 * As components, since openapi-generator writes Python that does not compile for a webhook that stands in its place
 * (7.25.0).
 */
export const deliveryComponents = {
  pathItems: { ...deliveries, ping: { post: { ...ping, requestBody: pingBodyRef } } },
  requestBodies: { PingEvent: pingBody },
}

export const webhooks = Object.fromEntries(
  Object.keys(deliveries).map(name => [name, { $ref: `#/components/pathItems/${name}` }]),
)

/** Of an endpoint that was registered. Without it oapi-codegen leaves out the schema of the sample (2.8.2), which no path names. */
export const pingCallback = {
  ping: {
    '{$request.body#/url}': {
      post: { summary: ping.summary, security: [], requestBody: pingBodyRef, responses: replies },
    },
  },
}
