import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { id, idInPath } from '../../http/contract/text.ts'
import { decidedSubStatuses, Status } from './status.ts'

/** How a test verification shall end. */
export const ForceOutcome = z.object({
  /** The result. It must be one of its product. @example "VERIFIED" */
  subStatus: z.enum(decidedSubStatuses),
})
export type ForceOutcome = z.infer<typeof ForceOutcome>

/** The verification with its result. */
export const ForceOutcomeResponse = z.object({
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  id,
  /** Where the verification stands, and how it ended. */
  status: Status,
})

export const sandboxRoutes = {
  /**
   * Ends a verification of test mode now, with the outcome that you choose.
   * @costs Nothing: test mode is never invoiced.
   * @returns 202 with the outcome. The event follows within seconds.
   * @events address.verification_completed, address.verification_updated, employment.verification_completed,
   * employment.verification_updated
   */
  completeTestVerification: {
    method: 'POST',
    path: '/v1/sandbox/verifications/{id}/complete',
    tag: 'Sandbox',
    summary: 'End a test verification now, in any way that a real one can end',
    access: ['addresses', 'employments'],
    inPortal: true,
    params: z.object({
      /** The id of the verification. Read the record with it. @example 890123456789012 */
      id: idInPath,
    }),
    body: ForceOutcome,
    answers: { 202: ForceOutcomeResponse },
    problems: ['already_decided'],
  },
} as const satisfies Record<string, Route>
