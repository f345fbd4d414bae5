import * as z from 'zod/mini'
import { type ProblemCode, problems } from '../http/contract/problem.ts'

const jsonrpc = z.string().check(z.regex(/^2\.0$/, 'Expected "2.0".'))

// What else a message holds depends on its method; the official server reads it.
/** A message of the Model Context Protocol. */
export const McpRequest = z.looseObject({
  /** The version of JSON-RPC. Always `2.0`. @example "2.0" */
  jsonrpc,
  /**
   * A method of the protocol. Beside it stand `params`, and `id`, a text or a whole number, which a
   * notification lacks; nothing else.
   * @example "tools/list"
   */
  method: z.string().check(z.maxLength(100)),
})
export type McpRequest = z.infer<typeof McpRequest>

/** The response to a message. Beside `jsonrpc` stand the request’s `id` and either `result` or `error`. */
export const McpResponse = z.looseObject({
  /** The version of JSON-RPC. Always `2.0`. @example "2.0" */
  jsonrpc,
})
export type McpResponse = z.infer<typeof McpResponse>

/** Which problem to explain. */
export const ExplainErrorArguments = z.object({
  /** The `code` of a problem that the API answered. @example "request_in_flight" */
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
})

/** What to look for in the guides and the reference. */
export const SearchDocsArguments = z.object({
  /** Words to look for. @example "verify signature" */
  query: z.string().check(z.minLength(2), z.maxLength(200)),
})
