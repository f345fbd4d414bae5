import type { CallToolResult } from '@modelcontextprotocol/server'
import type * as z from 'zod/mini'
import { type ProblemCode, problems } from '../http/contract/problem.ts'
import { problemGuides } from '../http/contract/problem-guide.ts'
import { type DocsSearch, indexDocs } from '../http/docs-search.ts'
import { fieldErrors, parseWordless } from '../http/parse-input.ts'
import { problemGuidePath } from '../http/problem-response.ts'
import { readSiteFile } from '../http/site.ts'
import type { CallRequest } from './ask.ts'
import { ExplainErrorArguments, SearchDocsArguments } from './contract.ts'
import { refuse, toToolResult } from './result.ts'
import { searchFile } from './tool.ts'

const explainError = ({ code }: { readonly code: ProblemCode }, { origin }: CallRequest): CallToolResult =>
  toToolResult({
    code,
    ...problems[code],
    ...problemGuides[code],
    guide: `${origin}${problemGuidePath(code)}`,
  })

const shownSections = 5
/** Of each. */
const shownCharacters = 3000

let search: DocsSearch | undefined

const searchDocs = ({ query }: { readonly query: string }, { origin }: CallRequest): CallToolResult => {
  search ??= indexDocs(JSON.parse(readSiteFile(searchFile)))
  const sections = search(query, shownSections).map(({ entry: [title, kind, path, text] }) => ({
    title,
    kind,
    url: `${origin}${path}`,
    text: text.slice(0, shownCharacters),
  }))
  return toToolResult({ sections })
}

type OwnTool = (given: object, request: CallRequest) => CallToolResult

const parsed =
  <Schema extends z.ZodMiniType>(
    schema: Schema,
    run: (given: z.infer<Schema>, request: CallRequest) => CallToolResult,
  ): OwnTool =>
  (given, request) => {
    const { success, data, error } = parseWordless(schema, given)
    if (success) return run(data, request)
    const errors = fieldErrors(error.issues, given, '')
    return refuse(errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join(' '))
  }

/** Tools that ask no route. */
export const ownTools: Readonly<Record<string, OwnTool>> = {
  explainError: parsed(ExplainErrorArguments, explainError),
  searchDocs: parsed(SearchDocsArguments, searchDocs),
}
