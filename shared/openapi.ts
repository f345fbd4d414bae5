import type { Route } from './http/contract/route.ts'
import { componentSchemas } from './openapi/components.ts'
import { operation, sharedParameters } from './openapi/operation.ts'
import { headers, problemExamples, problemResponses } from './openapi/responses.ts'
import { webhooks } from './openapi/webhooks.ts'
import { type ActionName, routes } from './routes.ts'

type Json = Record<string, unknown>

const description = [
  'Identity look-ups, and address and employment verifications reported by webhook.',
  'Unknown fields of a request are ignored, and answers may get new ones. In an optional field of a body, `""` and `null` mean "not given"; the schemas of requests do not say so again. Text is trimmed; it is refused if nothing is left, or if it holds control characters or halves of a surrogate pair. Lengths count UTF-16 units, as JavaScript does. Where a description asks for more than its schema can say, the answer is 400 with a pointer to the field.',
].join('\n\n')

const servers = [
  { url: '/', description: 'Where this document was read' },
  { url: 'http://localhost:3000', description: 'The laptop: `npm start`' },
]

const tags: Readonly<Record<Exclude<Route['tag'], 'Docs' | 'Links' | 'Pages'> | 'Deliveries', string>> = {
  Authentication:
    'Exchange a client’s id and secret for a token of two hours, and send it as `Authorization: Bearer …`. Test and live have clients of their own: the credential alone decides.',
  Session:
    'People of the operator sign in with their issuer at `/v1/session/sign-in`. Their browser keeps the session as a cookie that no script reads; what changes something must come from a page of this host.',
  Portal:
    'The integrator’s page at `/v1/portal`: verifications, events with every attempt, endpoints, requests that failed. A client opens it with a link that works once, or by its credentials. Its session is a cookie that no script reads; it may ask what the page shows, orders nothing and looks nobody up.',
  Addresses:
    'Street and business addresses in Nigeria, visited by a field agent within a day or two. The order returns at once; the event `address.verification_completed` reports the result.',
  Employments:
    'Present and past jobs, confirmed by the employer. The order returns at once; the event `employment.verification_completed` reports the result.',
  Identities:
    'Look-ups at national registries, answered at once: NIN, NIN premium and driver’s licence in Nigeria, alien card and passport in Kenya.',
  Webhooks:
    'Endpoints that receive events: signed by Standard Webhooks, retried for days, resent on request.',
  Deliveries:
    'The requests that your endpoints receive. Respond with 2xx at once, and do the work afterwards.',
  Events: 'Every stored event, with its exact bytes and its delivery attempts.',
  Media: 'Evidence photos. The link is the permission.',
  Locations:
    'The 36 states, the Federal Capital Territory and the 774 local government areas, by ids that never change.',
  Sandbox: 'In test mode: choose how a verification ends, move its time, and have any event sent.',
  Operations:
    'For the operator’s own people, not for customers: agents claim visits and report, reviewers decide, operators see the overview.',
  Service: 'This document, the keys of receipts, and whether the service answers.',
}

const pathItems = (): Json => {
  const items: Record<string, Json> = {}
  for (const [action, route] of Object.entries(routes) as [ActionName, Route][]) {
    items[route.path] ??= {}
    items[route.path]![route.method.toLowerCase()] = operation(action, route)
  }
  return items
}

/** The API as an OpenAPI 3.1 document, made from the list of routes, their schemas and the table of problems. */
export const openApiDocument: Json = {
  openapi: '3.1.0',
  info: {
    title: 'Verification service',
    version: '1',
    description,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers,
  tags: Object.entries(tags).map(([name, words]) => ({ name, description: words })),
  paths: pathItems(),
  webhooks: webhooks(),
  components: {
    schemas: componentSchemas(),
    parameters: sharedParameters,
    headers,
    examples: problemExamples,
    responses: problemResponses(Object.values(routes)),
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'The `accessToken` of `POST /v1/token`.' },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-session',
        description:
          'A person’s session (on the laptop `session`). What changes something must send the `Origin` of this host.',
      },
      portal: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-portal',
        description:
          'A portal session (on the laptop `portal`). What changes something must send the `Origin` of this host.',
      },
    },
  },
}
