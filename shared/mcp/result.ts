import type { ProblemBody } from '../http/contract/problem.ts'
import { problemGuides } from '../http/contract/problem-guide.ts'
import type { ApiResponse } from './api.ts'

export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: object
  readonly isError?: true
}

const textOf = (text: string) => [{ type: 'text', text }] as const

/** Clients older than `structuredContent` read the text. */
export const toToolResult = (structuredContent: object): ToolResult => ({
  content: textOf(JSON.stringify(structuredContent)),
  structuredContent,
})

/** An error that the model can act upon, in words. */
export const refuse = (text: string): ToolResult => ({ content: textOf(text), isError: true })

/** A problem of the API, with what to do about it. */
export const toProblemResult = ({ body, retryAfter }: ApiResponse): ToolResult => {
  const problem = body as ProblemBody
  const { whatToDo } = problemGuides[problem.code]
  const seconds = retryAfter === null ? {} : { retryAfterSeconds: Number(retryAfter) }
  return { ...toToolResult({ ...problem, whatToDo, ...seconds }), isError: true }
}
