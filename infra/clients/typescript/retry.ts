import { parseRetryAfter } from '../../../shared/http/retry-after.ts'
import type { Problem } from './operations.ts'

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const longestSeconds = 30

/** The response's Retry-After, else 1, 2, 4 … 30 seconds. */
export const pauseSeconds = (failures: number, headers?: Headers): number => {
  const asked = parseRetryAfter(headers?.get('retry-after') ?? undefined, new Date())
  return asked ?? Math.min(2 ** (failures - 1), longestSeconds)
}

/** Why nothing came back, in a word or two. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return cause?.code ?? (error.name === 'TimeoutError' ? 'no answer in time' : error.name)
}

/** Undefined without a body. @throws SyntaxError if it is not the JSON that it says it is */
export const contentOf = ({ headers, text }: RawAnswer): unknown => {
  if (text === '') return undefined
  return /json/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : text
}

/** Undefined if the answer is not a problem of the API. */
export const problemIn = (answer: RawAnswer): Problem | undefined => {
  try {
    const content = contentOf(answer) as Problem | undefined
    return answer.status >= 400 && typeof content?.code === 'string' ? content : undefined
  } catch {
    return undefined
  }
}

/** Whether the same request may succeed in a moment. What is not complete yet may take days: that is not waited for here. */
export const mayPass = (answer: RawAnswer): boolean => {
  const problem = problemIn(answer)
  if (answer.status >= 500) return problem?.retryable ?? true
  return answer.status === 429 || problem?.code === 'request_in_flight'
}
