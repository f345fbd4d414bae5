import * as z from 'zod/mini'
import { type ProblemCode, problems } from './problem.ts'

export const FieldErrorBody = z.object({ pointer: z.string(), code: z.string(), detail: z.string() })

/** `application/problem+json` (RFC 9457) with our additions. */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  requestId: z.string(),
  retryable: z.boolean(),
  errors: z.optional(z.array(FieldErrorBody)),
  /** `detail` and `status` again, under the names that clients of the incumbent read. */
  message: z.string(),
  statusCode: z.int(),
})
export type ProblemBody = z.infer<typeof ProblemBody>
