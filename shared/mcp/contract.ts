import * as z from 'zod/mini'
import { type ProblemCode, problems } from '../http/contract/problem.ts'

const jsonrpc = z.string().check(z.regex(/^2\.0$/, 'Expected "2.0".'))

/** What else a message holds depends on its method; the official server reads it. */
export const McpRequest = z.looseObject({
  jsonrpc,
  method: z.string().check(z.maxLength(100)),
})
export type McpRequest = z.infer<typeof McpRequest>

/** Beside it stand the request’s `id` and either `result` or `error`. */
export const McpResponse = z.looseObject({ jsonrpc })

export const ExplainErrorArguments = z.object({
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
})

export const SearchDocsArguments = z.object({
  query: z.string().check(z.minLength(2), z.maxLength(200)),
})
