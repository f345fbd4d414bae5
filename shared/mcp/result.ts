import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ProblemCode } from '../http/contract/problem.ts'
import type { ProblemBody } from '../http/contract/problem-body.ts'
import { type ProblemGuide, problemGuides } from '../http/contract/problem-guide.ts'
import type { ApiResponse } from './api.ts'

const textOf = (text: string): CallToolResult['content'] => [{ type: 'text', text }]

/** Some clients show a model the text alone. */
export const toToolResult = (structuredContent: object): CallToolResult => ({
  content: textOf(JSON.stringify(structuredContent)),
  structuredContent: { ...structuredContent },
})

/** An error that the model can act upon, in words. */
export const refuse = (text: string): CallToolResult => ({ content: textOf(text), isError: true })

/** The status where the gateway answered for us: it knows no problems. */
export const codeOf = ({ body, status }: ApiResponse): string =>
  (body as Partial<ProblemBody>).code ?? `${status}`

/** A problem of the API, with what to do about it. */
export const toProblemResult = (answer: ApiResponse): CallToolResult => {
  const { body, retryAfter } = answer
  const guide: ProblemGuide | undefined = problemGuides[codeOf(answer) as ProblemCode]
  const problem = {
    ...(body as object),
    ...(guide && { whatToDo: guide.whatToDo }),
    ...(retryAfter !== null && { retryAfterSeconds: Number(retryAfter) }),
  }
  return { ...toToolResult(problem), isError: true }
}
