import type * as z from 'zod/mini'
import type { Route } from '../../shared/http/contract/route.ts'
import { ExplainErrorArguments, SearchDocsArguments } from '../../shared/mcp/contract.ts'
import { type McpTool, searchFile, toolsFile } from '../../shared/mcp/tool.ts'
import { parameterSchema } from '../../shared/openapi/components.ts'
import { ownFormats } from '../../shared/openapi/formats.ts'
import type { Json } from '../../shared/openapi/json-schema.ts'
import { operationTexts } from '../../shared/openapi/operation-texts.ts'
import { findParameter } from '../../shared/openapi/texts.ts'
import { type ActionName, routes } from '../../shared/routes.ts'
import type { SiteFiles } from '../constructs/bundle.ts'
import { inlineCode, markdownTable } from './facts/table.ts'

/** What a model reads before it chooses: of too many tools it chooses badly. Everything else is the API's. */
const offered = [
  'createAddress',
  'getAddress',
  'listAddresses',
  'createEmployment',
  'getEmployment',
  'listEmployments',
  'completeTestVerification',
  'lookUpNin',
  'listEvents',
  'getEvent',
] as const satisfies readonly ActionName[]

type OfferedAction = (typeof offered)[number]

/** A model reads what a pattern of this length says as its description; a longer one costs it more than it tells. */
const longestPattern = 60

const isNotGiven = ({ type, maxLength }: Json): boolean => type === 'null' || maxLength === 0

/** Without our own formats, which a validator may refuse, and without ways to say "not given". The API itself judges every argument. */
const toBriefSchema = (schema: Json): Json => {
  const {
    type,
    pattern,
    enum: words,
    anyOf,
    properties,
    items,
    'x-enum-varnames': _,
    format,
    ...rest
  } = schema
  const kinds = anyOf?.filter(each => !isNotGiven(each)).map(toBriefSchema)
  if (kinds?.length === 1) return { ...kinds[0], ...rest }
  const types = [type ?? []].flat().filter(each => each !== 'null')
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0]! : types }),
    ...rest,
    ...(format !== undefined && !(format in ownFormats) && { format }),
    ...(pattern !== undefined && pattern.length <= longestPattern && { pattern }),
    ...(words && { enum: words.filter(word => word !== null && word !== '') }),
    ...(kinds && { anyOf: kinds }),
    ...(items && { items: toBriefSchema(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, toBriefSchema(each)]),
      ),
    }),
  }
}

const objectSchema = (parts: readonly Json[]): McpTool['definition']['inputSchema'] => {
  const required = parts.flatMap(part => part.required ?? [])
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(part => toBriefSchema(part).properties)),
    ...(required.length > 0 && { required }),
  }
}

/** What a field means. Its form is in its schema, and an example costs a model more than it tells. */
const toArguments = (schema: z.core.$ZodType): Json =>
  parameterSchema(schema, (field, { meaning }) => ({ ...field, description: meaning }))

const withMeanings = ({ properties = {}, ...schema }: Json, action: OfferedAction): Json => {
  const described = Object.entries(properties).map(([name, each]) => {
    const parameter = findParameter(action, name)
    return [name, parameter ? { ...each, description: parameter.meaning } : each]
  })
  return { ...schema, properties: Object.fromEntries(described) }
}

const inputSchemaOf = (action: OfferedAction, { params, query, body }: Route) => {
  const parts = [params, query, body]
    .filter(each => each !== undefined)
    .map(each => withMeanings(toArguments(each), action))
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties))
  if (new Set(names).size < names.length)
    throw new RangeError(`Two arguments of a tool have one name: ${names.join(', ')}`)
  return objectSchema(parts)
}

const describe = (action: OfferedAction, { method }: Route): string => {
  const { does, returns, details, sandbox = details } = operationTexts[action]!
  return [
    ...(method === 'GET' ? [does] : ['In test mode alone.', does]),
    returns,
    ...(sandbox === undefined ? [] : [sandbox]),
  ].join('\n\n')
}

const toolOf = (action: OfferedAction): McpTool => {
  const route: Route = routes[action]
  const { method, path } = route
  if (method !== 'GET' && method !== 'POST') throw new RangeError(`No tool may ${method}`)
  return {
    definition: {
      name: action,
      title: route.summary,
      description: describe(action, route),
      inputSchema: inputSchemaOf(action, route),
      annotations: { readOnlyHint: method === 'GET', destructiveHint: false, openWorldHint: false },
    },
    route: { method, path, pathArguments: Object.keys(route.params?.shape ?? {}) },
  }
}

const ownTool = (name: string, title: string, schema: z.ZodMiniObject): McpTool => ({
  definition: {
    name,
    title,
    description: `${title}.`,
    inputSchema: objectSchema([toArguments(schema)]),
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
})

export const buildTools = (): readonly McpTool[] => [
  ...offered.map(toolOf),
  ownTool(
    'explainError',
    'Say when a problem of the API occurs and what to do about it',
    ExplainErrorArguments,
  ),
  ownTool(
    'searchDocs',
    'Find sections of the guides, operations and error codes by words',
    SearchDocsArguments,
  ),
]

export const toolTable = (): string =>
  markdownTable(
    ['tool', 'what it does', 'in live mode'],
    buildTools().map(({ definition, route }) => [
      inlineCode(definition.name),
      definition.title,
      route?.method === 'POST' ? 'refused' : 'works',
    ]),
  )

/** @param index what the pages of the docs search */
export const toolFiles = (index: string): SiteFiles =>
  new Map([
    [toolsFile, JSON.stringify(buildTools())],
    [searchFile, index],
  ])
