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

const delivery = (
  operationId: string,
  summary: string,
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
      responses: {
        '2XX': { description: 'Delivered. After any other status, or a timeout, the service tries again.' },
        '410': { description: 'The endpoint is gone: the service disables it.' },
      },
    },
  }
}

const withThin = (examples: Readonly<Record<string, object>>) => ({
  ...examples,
  thin: thin(Object.values(examples)[0]!),
})

export const webhooks = () => ({
  address: delivery(
    'receiveAddressEvent',
    'An address verification has ended, or its state has changed',
    ['AddressEvent', 'ThinEvent'],
    withThin(deliveryExamples.address),
  ),
  employment: delivery(
    'receiveEmploymentEvent',
    'An employment verification has ended, or its state has changed',
    ['EmploymentEvent', 'ThinEvent'],
    withThin(deliveryExamples.employment),
  ),
  identity: delivery(
    'receiveIdentityEvent',
    'A late look-up has ended: its registry could not answer at once',
    ['IdentityEvent', 'ThinEvent'],
    withThin(deliveryExamples.identity),
  ),
  endpoint: delivery(
    'receiveEndpointEvent',
    'Another endpoint of your organisation was disabled',
    ['EndpointEvent'],
    deliveryExamples.endpoint,
  ),
  ping: delivery('receivePing', 'A sample that you asked for', ['PingEvent'], deliveryExamples.ping, [
    ...signature,
    ...optional,
  ]),
})
