import { integratorDocument, operatorDocument } from '../../../shared/openapi.ts'
import type { DocumentAudience } from '../../../shared/openapi/audience.ts'
import type { Json } from '../../../shared/openapi/json-schema.ts'

/* The OpenAPI document as the reference reads it: by nouns, and without references but those of schemas. */

export interface DocumentParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Json
  readonly example?: unknown
}

export interface DocumentContent {
  readonly schema: Json
  /** By name. */
  readonly examples: ReadonlyMap<string, unknown>
}

export interface DocumentResponse {
  readonly status: string
  readonly description: string
  /** Undefined without a body. */
  readonly mediaType?: string
  readonly content?: DocumentContent
}

export interface DocumentOperation {
  readonly id: string
  readonly method: string
  /** Empty if our service sends the request. */
  readonly path: string
  readonly summary: string
  /** Markdown; empty of staff's operations. */
  readonly description: string
  readonly isPublic: boolean
  readonly scope?: string
  readonly parameters: readonly DocumentParameter[]
  readonly body?: DocumentContent & { readonly isRequired: boolean }
  readonly responses: readonly DocumentResponse[]
  /** Names of problems, by status. */
  readonly problems: readonly (readonly [status: string, codes: readonly string[]])[]
}

export interface DocumentNoun {
  readonly name: string
  /** Of its page: `reference-addresses`. */
  readonly page: string
  /** Markdown. */
  readonly description: string
  readonly operations: readonly DocumentOperation[]
}

export interface ReferenceDocument {
  /** Markdown. */
  readonly description: string
  readonly nouns: readonly DocumentNoun[]
  /** Follows a reference to a schema. */
  readonly resolve: (schema: Json) => Json
  /** An example of each problem. */
  readonly problemExamples: ReadonlyMap<string, unknown>
}

const problemMediaType = 'application/problem+json'

type FollowReference = (node: Json) => Json

const followIn =
  (document: Json): FollowReference =>
  node =>
    node.$ref === undefined
      ? node
      : (node.$ref
          .slice(2)
          .split('/')
          .reduce((inner, name) => inner[name] as Json, document) as Json)

const valuesOf = (examples: unknown, follow: FollowReference): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries((examples ?? {}) as Record<string, Json>).map(([name, each]) => [
      name,
      follow(each).value,
    ]),
  )

const contentsOf = (
  { content }: Json,
  follow: FollowReference,
): readonly (readonly [string, DocumentContent])[] =>
  Object.entries((content ?? {}) as Record<string, Json>).map(([type, { schema, examples }]) => [
    type,
    { schema: schema as Json, examples: valuesOf(examples, follow) },
  ])

/** What is newly made comes before what was there. */
const madeFirst = (one: DocumentResponse, other: DocumentResponse): number =>
  Number(other.status === '201') - Number(one.status === '201')

const operationOf = (
  method: string,
  path: string,
  operation: Json,
  follow: FollowReference,
): DocumentOperation => {
  const all = Object.entries(operation.responses as Record<string, Json>).map(
    ([status, each]) => [status, follow(each)] as const,
  )
  const parameters = ((operation.parameters ?? []) as readonly Json[]).map(follow)
  const request = operation.requestBody as Json | undefined
  const body = request && contentsOf(follow(request), follow)[0]
  const isProblem = (response: Json) => problemMediaType in ((response.content ?? {}) as object)
  return {
    id: operation.operationId as string,
    method: method.toUpperCase(),
    path,
    summary: operation.summary as string,
    description: (operation.description ?? '') as string,
    isPublic: (operation.security as readonly unknown[]).length === 0,
    ...(operation['x-scope'] !== undefined && { scope: [operation['x-scope']].flat().join(', ') }),
    parameters: parameters as readonly unknown[] as readonly DocumentParameter[],
    ...(body && { body: { ...body[1], isRequired: (follow(request).required as unknown) === true } }),
    responses: all
      .filter(([, response]) => !isProblem(response))
      .map(([status, response]) => {
        const [found] = contentsOf(response, follow)
        const description = response.description as string
        return found
          ? { status, description, mediaType: found[0], content: found[1] }
          : { status, description }
      })
      .toSorted(madeFirst),
    problems: all
      .filter(([, response]) => isProblem(response))
      .map(([status, response]) => [status, [...contentsOf(response, follow)[0]![1].examples.keys()]]),
  }
}

const operationsOf = (
  items: unknown,
  follow: FollowReference,
): readonly (readonly [string, DocumentOperation])[] =>
  Object.entries(items as Record<string, Json>).flatMap(([path, reference]) => {
    return Object.entries(follow(reference) as Record<string, Json>).map(([method, operation]) => {
      const [noun] = operation.tags as readonly string[]
      return [noun!, operationOf(method, path.startsWith('/') ? path : '', operation, follow)] as const
    })
  })

const read = (document: Json): ReferenceDocument => {
  const follow = followIn(document)
  const operations = [...operationsOf(document.paths, follow), ...operationsOf(document.webhooks, follow)]
  const tags = document.tags as readonly { readonly name: string; readonly description: string }[]
  return {
    description: (document.info as Json).description as string,
    nouns: tags.map(({ name, description }) => ({
      name,
      page: `reference-${name.toLowerCase()}`,
      description,
      operations: operations.filter(([noun]) => noun === name).map(([, operation]) => operation),
    })),
    resolve: follow,
    problemExamples: valuesOf((document.components as Json).examples, follow),
  }
}

/** The same for every stage. */
export const referenceDocuments: Readonly<Record<DocumentAudience, ReferenceDocument>> = {
  integrator: read(integratorDocument),
  operator: read(operatorDocument),
}

export const operationPath = ({ page }: DocumentNoun, { id }: DocumentOperation): string =>
  `/v1/docs/${page}#${id}`

const placesOf = ({ nouns }: ReferenceDocument): ReadonlyMap<string, string> =>
  new Map(
    nouns.flatMap(noun =>
      noun.operations.map(operation => [
        `${operation.method} ${operation.path}`,
        operationPath(noun, operation),
      ]),
    ),
  )

const places: Readonly<Record<DocumentAudience, ReadonlyMap<string, string>>> = {
  integrator: placesOf(referenceDocuments.integrator),
  operator: placesOf(referenceDocuments.operator),
}

/** Where an operation such as `GET /v1/addresses/{id}` is described. */
export const operationPlaces =
  (audience: DocumentAudience): ((words: string) => string | undefined) =>
  words =>
    places[audience].get(words)
