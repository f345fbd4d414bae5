import {
  attemptRule,
  readContactAttempts,
  recordContactFor,
} from '../../../../../shared/employer/contact/attempts.ts'
import { contactRoutes } from '../../../../../shared/employer/contact/routes.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { named } from '../../../../../shared/http/contract/text.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'

const recordContactAttempt: Action<typeof contactRoutes.recordContactAttempt> = async request => {
  const { caller, params, body, nowMs, id: attemptId, isRepeat } = request
  const attempt = await recordContactFor({ caller, id: params.id, body, nowMs, attemptId, isRepeat })
  return { status: 201, body: named(attempt) }
}

const listContactAttempts: Action<typeof contactRoutes.listContactAttempts> = async ({
  caller,
  params,
  nowMs,
}) => ({ status: 200, body: await readContactAttempts(caller, params.id, nowMs) })

export const handler = serveWorkers(
  contactRoutes,
  { recordContactAttempt, listContactAttempts },
  { recordContactAttempt: attemptRule },
)
