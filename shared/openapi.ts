import type { Route } from './http/contract/route.ts'
import { componentSchemas } from './openapi/components.ts'
import { exampleOf } from './openapi/example/operations.ts'
import { headers } from './openapi/headers.ts'
import { operation, sharedParameters } from './openapi/operation.ts'
import { problemExamples, problemResponses } from './openapi/problems.ts'
import { tags } from './openapi/tags.ts'
import { webhooks } from './openapi/webhooks.ts'
import { type Action, routes } from './routes.ts'

type Json = Record<string, unknown>

const description = [
  'Identity look-ups, and address and employment verifications reported by webhook.',
  'Unknown fields of a request are ignored, and answers may get new ones. In an optional field of a body, `""` and `null` mean "not given". Text is trimmed; it is refused if nothing is left, or if it holds control characters or halves of a surrogate pair. Lengths count UTF-16 units, as JavaScript does. Where a description asks for more than its schema can say, the answer is 400 with a pointer to the field.',
].join('\n\n')

const servers = [
  { url: '/', description: 'Where this document was read' },
  { url: 'http://localhost:3000', description: 'The laptop: `npm start`' },
]

const pathItems = (since: string): Json => {
  const items: Record<string, Json> = {}
  const examples = exampleOf(since)
  for (const [action, route] of Object.entries(routes) as [Action, Route][]) {
    items[route.path] ??= {}
    items[route.path]![route.method.toLowerCase()] = operation(action, route, examples[action])
  }
  return items
}

const make = (since: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Verification service',
    version: '1',
    description,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers,
  tags: Object.entries(tags).map(([name, words]) => ({ name, description: words })),
  paths: pathItems(since),
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
})

let made: { readonly since: string; readonly document: Json } | undefined

/**
 * The API as an OpenAPI 3.1 document, made from the list of routes, their schemas and the table of problems.
 * @param since a day of the last month, YYYY-MM-DD: what is older cannot be recovered, not even in an example
 */
export const openApiDocument = (since = '2026-11-20'): Json => {
  if (made?.since !== since) made = { since, document: make(since) }
  return made.document
}
