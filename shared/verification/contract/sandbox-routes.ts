import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { id, idInPath } from '../../http/contract/text.ts'
import { decidedSubStatuses, Status } from './status.ts'

export const ForceOutcome = z.object({ subStatus: z.enum(decidedSubStatuses) })
export type ForceOutcome = z.infer<typeof ForceOutcome>

export const ForceOutcomeResponse = z.object({ id, status: Status })

export const sandboxRoutes = {
  completeTestVerification: {
    method: 'POST',
    path: '/v1/sandbox/verifications/{id}/complete',
    tag: 'Sandbox',
    summary: 'End a test verification now, in any way that a real one can end',
    access: ['addresses', 'employments'],
    inPortal: true,
    params: z.object({ id: idInPath }),
    body: ForceOutcome,
    answers: { 202: ForceOutcomeResponse },
    problems: ['already_decided'],
  },
} as const satisfies Record<string, Route>
