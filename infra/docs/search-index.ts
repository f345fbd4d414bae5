import type { DocsEntry } from '../../shared/http/docs-search.ts'
import { problems } from '../../shared/http/contract/problem.ts'
import type { DocumentAudience } from '../../shared/openapi/audience.ts'
import type { Json } from '../../shared/openapi/json-schema.ts'
import { type Guide, guidePath } from './guides.ts'
import { anchorOf, plainTextOf } from './markdown.ts'
import {
  type DocumentOperation,
  operationPath,
  type ReferenceDocument,
  referenceDocuments,
} from './reference/document.ts'

/* What is searched: a line for each section of a guide, each error code and each operation. */

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

/** What stands under one heading of a guide. */
interface GuideSection {
  readonly title: string
  readonly path: string
  readonly text: string
}

/** A guide's sections. A line of code may begin like a heading. */
export const sectionsOf = ({ name, title, markdown }: Guide): readonly GuideSection[] => {
  const sections: { heading: string; lines: string[] }[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, heading] = isCode ? [] : (/^#{1,3} (.+)$/.exec(line) ?? [])
    if (heading === undefined) sections.at(-1)?.lines.push(line)
    else sections.push({ heading, lines: [] })
  }
  return sections.map(({ heading, lines }, index) => ({
    title: index === 0 ? title : `${title}: ${heading}`,
    path: `${guidePath(name)}${index === 0 ? '' : `#${anchorOf(heading)}`}`,
    text: lines.join('\n').trim(),
  }))
}

/** As a page and a coding agent search it: `shared/http/docs-search.ts`. */
export const searchIndex = (guides: readonly Guide[], audience: DocumentAudience): string => {
  const document = referenceDocuments[audience]
  const sections = guides.flatMap(sectionsOf).map(({ title, path, text }): DocsEntry => {
    const isError = path.split('#')[1]! in problems
    return [title, isError ? 'Error' : 'Guide', path, textOf(text)]
  })
  const operations = document.nouns.flatMap(noun =>
    noun.operations.map(
      (operation): DocsEntry => [
        operation.summary,
        operation.path === '' ? noun.name : `${operation.method} ${operation.path}`,
        operationPath(noun, operation),
        operationText(operation, document),
      ],
    ),
  )
  return JSON.stringify([...operations, ...sections])
}
