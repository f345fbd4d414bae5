import { problems } from '../../shared/http/contract/problem.ts'
import type { DocumentAudience } from '../../shared/openapi/audience.ts'
import type { Json } from '../../shared/openapi/json-schema.ts'
import type { Guide } from './guides.ts'
import { plainTextOf } from './markdown.ts'
import {
  type DocumentOperation,
  operationPath,
  type ReferenceDocument,
  referenceDocuments,
} from './reference/document.ts'
import { sectionsOf } from './tools.ts'

/* What a browser searches: a line for each section of a guide, each error code and each operation. */

/** Compressed once for everybody, so that no origin is filled in. */
const textOf = (markdown: string): string => plainTextOf(markdown.replaceAll('{{origin}}', ''))

const fieldNames = (schema: Json, document: ReferenceDocument): readonly string[] => {
  const { properties = {}, items, anyOf = [] } = document.resolve(schema)
  return [
    ...Object.keys(properties),
    ...[...Object.values(properties), ...anyOf, ...(items ? [items] : [])].flatMap(each =>
      fieldNames(each, document),
    ),
  ]
}

const operationText = (operation: DocumentOperation, document: ReferenceDocument): string => {
  const { id, description, parameters, body, responses } = operation
  const schemas = [body?.schema, ...responses.map(({ content }) => content?.schema)]
  const fields = new Set([
    ...parameters.map(({ name }) => name),
    ...schemas.flatMap(schema => (schema ? fieldNames(schema, document) : [])),
  ])
  return `${textOf(description)} Fields: ${[...fields].join(', ')}. ${id}`
}

/** As `functions/pages/web/docs.ts` reads it: title, kind, path and text. */
export const searchIndex = (guides: readonly Guide[], audience: DocumentAudience): string => {
  const document = referenceDocuments[audience]
  const sections = guides.flatMap(sectionsOf).map(({ title, url, text }) => {
    const path = url.replace('{{origin}}', '')
    const isError = path.split('#')[1]! in problems
    return [title, isError ? 'Error' : 'Guide', path, textOf(text)]
  })
  const operations = document.nouns.flatMap(noun =>
    noun.operations.map(operation => [
      operation.summary,
      operation.path === '' ? noun.name : `${operation.method} ${operation.path}`,
      operationPath(noun, operation),
      operationText(operation, document),
    ]),
  )
  return JSON.stringify([...operations, ...sections])
}
