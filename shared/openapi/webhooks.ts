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
    'The event’s id: the same for every attempt. Ignore what you have handled already.',
    'evt_890123456789012_completed',
  ),
  header('webhook-timestamp', 'Seconds since 1970 at which this attempt was signed.', 1763632200, {
    type: 'integer',
    format: 'int64',
  }),
  header(
    'webhook-signature',
    'Signatures of id, timestamp and body, a space between them (https://www.standardwebhooks.com).',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const order = [
  header(
    'x-sequence',
    'The event’s place among those of its verification or endpoint: a lower one than was seen is stale.',
    3,
    {
      type: 'integer',
      format: 'int32',
    },
  ),
  header('x-occurred-at', 'When what it tells happened.', '2026-11-20T09:31:00.000Z', {
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
  description: `With \`bodySignature\`: hex HMAC-SHA512 of the body, keyed by the text of the ${index === 0 ? 'secret' : 'secret before it, while both are live'}.`,
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
        '2XX': { description: 'Delivered. Anything else, or nothing within the time, is tried again.' },
        '410': { description: 'The endpoint is gone: it is switched off.' },
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
    'A verification of an address has ended, or is on its way',
    ['AddressEvent', 'ThinEvent'],
    withThin(deliveryExamples.address),
  ),
  employment: delivery(
    'receiveEmploymentEvent',
    'A verification of an employment has ended, or is on its way',
    ['EmploymentEvent', 'ThinEvent'],
    withThin(deliveryExamples.employment),
  ),
  identity: delivery(
    'receiveIdentityEvent',
    'A look-up that its registry could not answer at once has ended',
    ['IdentityEvent', 'ThinEvent'],
    withThin(deliveryExamples.identity),
  ),
  endpoint: delivery(
    'receiveEndpointEvent',
    'Another endpoint of yours was switched off',
    ['EndpointEvent'],
    deliveryExamples.endpoint,
  ),
  ping: delivery('receivePing', 'A sample that was asked for', ['PingEvent'], deliveryExamples.ping, [
    ...signature,
    ...optional,
  ]),
})
