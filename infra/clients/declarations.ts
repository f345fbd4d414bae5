import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { isOperationsScope } from '../../shared/account/contract.ts'
import type { Route } from '../../shared/http/contract/route.ts'
import { componentSchemas } from '../../shared/openapi/components.ts'
import { pruneComponents } from '../../shared/openapi/prune.ts'
import { integratorDocument } from '../../shared/openapi.ts'
import { routes } from '../../shared/routes.ts'

/* Writes the types of the TypeScript client from the OpenAPI document, by openapi-typescript. */

interface Message {
  readonly description: string
  readonly content?: object
}

/** What is used of an operation of the document. */
interface DocumentOperation {
  readonly parameters: readonly { readonly in?: 'path' | 'query' }[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, Message>>
}

/** People's work, sessions of browsers and links to photos are no integrator's calls. */
const isIntegrators = ({ access, tag, isJsonRpc }: Route): boolean =>
  !isJsonRpc && tag !== 'Session' && tag !== 'Media' && ![access].flat().every(isOperationsScope)

export const integratorRoutes = (): readonly Route[] => Object.values<Route>(routes).filter(isIntegrators)

const documentPaths = integratorDocument.paths as Readonly<
  Record<string, Readonly<Record<string, DocumentOperation>>>
>

/** Under the name by which the client calls it. Headers are the client's own, and what is no 2xx it throws. */
const clientOperation = ({ method, path }: Route) => {
  const { parameters, requestBody, responses } = documentPaths[path]![method.toLowerCase()]!
  return {
    operationId: `${method} ${path}`,
    parameters: parameters.filter(parameter => parameter.in),
    requestBody,
    responses: Object.fromEntries(
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, { description, content }]) => [status, { description, content }]),
    ),
  }
}

const clientPaths = (): object => {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of integratorRoutes()) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = clientOperation(route)
  }
  return paths
}

const events = ['AddressEvent', 'EmploymentEvent', 'IdentityEvent', 'EndpointEvent', 'PingEvent', 'ThinEvent']

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const clientDocument = (): object => {
  const { openapi, info } = integratorDocument
  const paths = clientPaths()
  const schemas = { ...componentSchemas(), WebhookEvent: { anyOf: events.map(refer) } }
  const components = pruneComponents([paths, refer('WebhookEvent'), refer('Problem')], { schemas })
  return { openapi, info, paths, components }
}

const program = join(import.meta.dirname, '../../node_modules/openapi-typescript/bin/cli.js')

/** What has a default may be left out of a request. */
const options = ['--immutable', '--default-non-nullable=false'] as const

const partOf = (text: string, part: RegExp): string => part.exec(text)![1]!

/**
 * What the package has in the place of `infra/clients/typescript/openapi.ts`: the operations, and each schema declared by
 * its name, since messages of the compiler spell out what is a member of `components`.
 */
export const openApiDeclarations = (): string => {
  const input = JSON.stringify(clientDocument())
  const run = { cwd: import.meta.dirname, input, encoding: 'utf8' } as const
  const text = execFileSync(process.execPath, [program, ...options], run)
  const schemas = partOf(text, /^ {4}schemas: \{\n(.*?)^ {4}\};/ms)
    .replace(/^ {8}/gm, '')
    .replace(/^readonly (\w+): /gm, 'export type $1 = ')
  const operations = partOf(text, /^(export interface operations \{.*?^\}\n)/ms)
  return `${operations}${schemas}`.replace(/\bcomponents\["schemas"\]\["(\w+)"\]/g, '$1')
}
