import { isOperationsScope } from '../../shared/account/contract.ts'
import type { Route } from '../../shared/http/contract/route.ts'
import { componentSchemas, parameterSchema, refTo } from '../../shared/openapi/components.ts'
import type { Json } from '../../shared/openapi/json-schema.ts'
import { routes } from '../../shared/routes.ts'

/* Writes the types of the TypeScript client from the list of routes and the schemas of the OpenAPI document. */

const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))

const commentOf = ({ description }: Json): string =>
  typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */ ` : ''

const basicTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const objectType = ({ properties = {}, required = [] }: Json): string =>
  `{ ${Object.entries(properties)
    .map(
      ([name, each]) =>
        `${commentOf(each)}readonly ${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(each)}`,
    )
    .join('; ')} }`

const typeOf = (schema: Json): string => {
  const { $ref, anyOf, enum: words, type, items, properties, additionalProperties } = schema
  if ($ref !== undefined) return nameIn($ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (words) return union(words.map(word => JSON.stringify(word)))
  if (anyOf) return union(anyOf.map(typeOf))
  if (Array.isArray(type)) return union(type.map(each => typeOf({ ...schema, type: each })))
  if (type === 'array') return `readonly (${items ? typeOf(items) : 'unknown'})[]`
  if (properties) return objectType(schema)
  if (type === 'object')
    return `Readonly<Record<string, ${additionalProperties ? typeOf(additionalProperties as Json) : 'unknown'}>>`
  return basicTypes[type as string] ?? 'unknown'
}

/** People's work, sessions of browsers and links to photos are no integrator's calls. */
const isIntegrators = ({ access, tag, isJsonRpc }: Route): boolean =>
  !isJsonRpc && tag !== 'Session' && tag !== 'Media' && ![access].flat().every(isOperationsScope)

const isRequired = ({ required = [] }: Json): boolean => required.length > 0

const responseType = ({ answers, mediaType }: Route): string =>
  union(
    Object.entries(answers)
      .filter(([status]) => status.startsWith('2'))
      .map(([, schema]) => (schema ? typeOf(refTo(schema)) : mediaType ? 'string' : 'undefined')),
  )

const requestTypes = ({ params, query, body }: Route): readonly string[] => [
  ...(params ? [`readonly params: ${typeOf(parameterSchema(params))}`] : []),
  ...(query ? [`readonly query?: ${typeOf(parameterSchema(query))}`] : []),
  ...(body ? [`readonly body${isRequired(parameterSchema(body)) ? '' : '?'}: ${typeOf(refTo(body))}`] : []),
]

const operationType = (route: Route): string =>
  `  /** ${route.summary} */\n  readonly '${route.method} ${route.path}': { ${[...requestTypes(route), `readonly response: ${responseType(route)}`].join('; ')} }`

const events = ['AddressEvent', 'EmploymentEvent', 'IdentityEvent', 'EndpointEvent', 'PingEvent', 'ThinEvent']

/** The schemas that a text names, and all that these name. */
const schemasOf = (text: string): ReadonlyMap<string, Json> => {
  const all = componentSchemas()
  const found = new Map<string, Json>()
  const visit = (some: string): void => {
    for (const [name] of some.matchAll(/\b[A-Z]\w*\b/g)) {
      if (!(name in all) || found.has(name)) continue
      found.set(name, all[name]!)
      visit(typeOf(all[name]!))
    }
  }
  visit(text)
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

export const integratorRoutes = (): readonly Route[] => Object.values<Route>(routes).filter(isIntegrators)

/** What the package has in the place of `infra/clients/typescript/operations.ts`. */
export const operationDeclarations = (): string => {
  const operations = `export interface Operations {\n${integratorRoutes().map(operationType).join('\n')}\n}`
  const webhookEvent = `export type WebhookEvent = ${events.join(' | ')}`
  const schemas = schemasOf(`${operations} ${webhookEvent} Problem`)
  const declared = [...schemas].map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)
  return `${[operations, webhookEvent, ...declared].join('\n\n')}\n`
}
