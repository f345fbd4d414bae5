import * as z from 'zod/mini'
import { type ProblemCode, problems } from '../http/contract/problem.ts'
import { problemGuides } from '../http/contract/problem-guide.ts'
import { fieldErrors } from '../http/parse-input.ts'
import { problemGuidePath } from '../http/problem-response.ts'
import { readSiteFile } from '../http/site.ts'
import type { CallRequest } from './ask.ts'
import { ExplainErrorArguments, SearchDocsArguments } from './contract.ts'
import { refuse, type ToolResult, toToolResult } from './result.ts'
import { type GuideSection, searchSections } from './search.ts'
import { sectionsFile } from './tool.ts'

const explainError = ({ code }: { readonly code: ProblemCode }, { origin }: CallRequest): ToolResult =>
  toToolResult({
    code,
    ...problems[code],
    ...problemGuides[code],
    guide: `${origin}${problemGuidePath(code)}`,
  })

const shownSections = 5
/** Of each. */
const shownCharacters = 3000

const searchDocs = ({ query }: { readonly query: string }, { origin }: CallRequest): ToolResult => {
  const sections: readonly GuideSection[] = JSON.parse(
    readSiteFile(sectionsFile).replaceAll('{{origin}}', origin),
  )
  const found = searchSections(sections, query, shownSections)
  return toToolResult({
    sections: found.map(({ text, ...rest }) => ({ ...rest, text: text.slice(0, shownCharacters) })),
  })
}

type OwnTool = (given: object, request: CallRequest) => ToolResult

const parsed =
  <Schema extends z.ZodMiniType>(
    schema: Schema,
    run: (given: z.infer<Schema>, request: CallRequest) => ToolResult,
  ): OwnTool =>
  (given, request) => {
    const { success, data, error } = z.safeParse(schema, given)
    if (success) return run(data, request)
    const errors = fieldErrors(error.issues, given, '')
    return refuse(errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join(' '))
  }

/** Tools that ask no route. */
export const ownTools: Readonly<Record<string, OwnTool>> = {
  explainError: parsed(ExplainErrorArguments, explainError),
  searchDocs: parsed(SearchDocsArguments, searchDocs),
}
