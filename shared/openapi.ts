import type { Route } from './http/contract/route.ts'
import { type DocumentAudience, isShownTo } from './openapi/audience.ts'
import { componentSchemas } from './openapi/components.ts'
import { operation, sharedParameters } from './openapi/operation.ts'
import { pruneComponents } from './openapi/prune.ts'
import { headers, problemExamples, problemResponses } from './openapi/responses.ts'
import { deliveryComponents, webhooks } from './openapi/webhooks.ts'
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
    'For our own pages. People of the operator sign in with their issuer at `/v1/session/sign-in`; an integrator opens the portal with a link or with client credentials. The browser keeps the session as a cookie that no script reads; what changes something must come from a page of this host.',
  Portal:
    'Your page at `/v1/portal` shows verifications, events with every attempt, endpoints, and requests that failed. Open it with a link that works once, or with client credentials. Here is the link, and what the page shows of requests and charges.',
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

type RouteEntry = readonly [ActionName, Route]

const pathItems = (shown: readonly RouteEntry[], audience: DocumentAudience): Json => {
  const items: Record<string, Json> = {}
  for (const [action, route] of shown) {
    items[route.path] ??= {}
    items[route.path]![route.method.toLowerCase()] = operation(action, route, audience)
  }
  return items
}

const bearer = { type: 'http', scheme: 'bearer', description: 'The `accessToken` of `POST /v1/token`.' }

/** Besides the JSON of `createToken`, whose types stay as they are. */
const oauth2 = {
  type: 'oauth2',
  description:
    'The same token by RFC 6749 §4.4, for standard OAuth clients: a form with `grant_type=client_credentials`, the secret by Basic or in the body.',
  flows: { clientCredentials: { tokenUrl: '/v1/token', scopes: {} } },
}

const cookieOf = (name: 'session' | 'portal', whose: string) => ({
  type: 'apiKey',
  in: 'cookie',
  name: `__Host-${name}`,
  description: `${whose} (on the laptop \`${name}\`). What changes something must send the \`Origin\` of this host.`,
})

const securitySchemes: Readonly<Record<DocumentAudience, Json>> = {
  integrator: { bearer, oauth2 },
  operator: {
    bearer,
    oauth2,
    session: cookieOf('session', 'A person’s session'),
    portal: cookieOf('portal', 'A portal session'),
  },
}

const titles: Readonly<Record<DocumentAudience, string>> = {
  integrator: 'Verification service',
  operator: 'Verification service, with what its operator’s people and pages call',
}

/** The API as an OpenAPI 3.1 document, made from the list of routes, their schemas and the table of problems. */
const documentFor = (audience: DocumentAudience): Json => {
  const shown = (Object.entries(routes) as RouteEntry[]).filter(([, route]) => isShownTo(audience, route))
  const used = new Set<string>([...shown.map(([, { tag }]) => tag), 'Deliveries'])
  const requests = { paths: pathItems(shown, audience), webhooks }
  return {
    openapi: '3.1.0',
    info: {
      title: titles[audience],
      version: '1',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    externalDocs: {
      description: 'The guides; `/v1/llms.txt` lists them for coding agents.',
      url: '/v1/docs',
    },
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, words]) => ({ name, description: words })),
    ...requests,
    components: {
      ...pruneComponents(requests, {
        schemas: componentSchemas(),
        parameters: sharedParameters,
        headers,
        ...deliveryComponents,
        examples: problemExamples,
        responses: problemResponses(shown.map(([, route]) => route)),
      }),
      securitySchemes: securitySchemes[audience],
    },
  }
}

/** What an integrator's client may call. */
export const integratorDocument = documentFor('integrator')

/** Every operation. */
export const operatorDocument = documentFor('operator')
