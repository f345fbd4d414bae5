import * as z from 'zod/mini'
import { type ProblemCode, problems } from './problem.ts'

/** What is wrong with one field of the request. */
export const FieldErrorBody = z.object({
  /**
   * Where: a JSON pointer (RFC 6901) into the body, or `path/name`, `query/name` or `header/name`. Empty for
   * the body as a whole.
   * @example "/applicant/phone"
   */
  pointer: z.string(),
  /** What is wrong, for programs. @example "required" */
  code: z.string(),
  /** What is wrong, for people. @example "This field is required." */
  detail: z.string(),
})

/** Why a request failed, as `application/problem+json` (RFC 9457). */
export const ProblemBody = z.object({
  /** The kind of problem as a URI: `urn:problem:` and the code. @example "urn:problem:invalid_request" */
  type: z.string(),
  /**
   * The kind of problem in words. The same for every problem with this code.
   * @example "The request is not valid"
   */
  title: z.string(),
  /** The HTTP status. @example 400 */
  status: z.int(),
  /** What went wrong this time. @example "applicant.phone: This field is required." */
  detail: z.string(),
  /** The kind of problem, for programs. Decide by this field. @example "invalid_request" */
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  /** The id of the request. Quote it to support. @example "JKJaXmPLvHcESHA=" */
  requestId: z.string(),
  /**
   * Whether the same request may succeed later. Wait for `Retry-After` where that header is sent.
   * @example false
   */
  retryable: z.boolean(),
  /** Every field that is wrong, all at once. Only with `invalid_request`. */
  errors: z.optional(z.array(FieldErrorBody)),
  /**
   * The same as `detail`, for clients that read this name.
   * @example "applicant.phone: This field is required."
   */
  message: z.string(),
  /** The same as `status`, for clients that read this name. @example 400 */
  statusCode: z.int(),
})
export type ProblemBody = z.infer<typeof ProblemBody>
