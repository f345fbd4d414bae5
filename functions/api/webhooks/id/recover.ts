import type { Action } from '../../../../shared/http/action.ts'
import { serve } from '../../../../shared/http/api.ts'
import { invalidRequest } from '../../../../shared/http/contract/problem.ts'
import { sendDeliveries } from '../../../../shared/webhook/delivery/queue.ts'
import { earliestResend, toMissedSearch } from '../../../../shared/webhook/delivery/resume-endpoint.ts'
import { getEnabledEndpoint } from '../../../../shared/webhook/endpoint/caller-endpoint.ts'
import { consumeOnDemandCall } from '../../../../shared/webhook/limits.ts'
import { webhooksRoutes } from '../../../../shared/webhook/routes.ts'

const wrong = (pointer: string, detail: string) => invalidRequest([{ pointer, code: 'not_allowed', detail }])

/** @throws Problem invalid_request unless `since` is before `until` and attempts since then are still known */
const spanOf = ({ since, until }: { since: string; until?: string | undefined }, nowMs: number) => {
  const sinceMs = Date.parse(since)
  const untilMs = until === undefined ? nowMs : Math.min(nowMs, Date.parse(until))
  if (sinceMs < earliestResend(nowMs))
    throw wrong('/since', 'Attempts are kept 30 days; what is older cannot be recovered.')
  if (sinceMs >= untilMs) throw wrong('/since', 'Expected a time before `until`, and before now.')
  return { since: new Date(sinceMs).toISOString(), until: new Date(untilMs).toISOString() }
}

const recoverWebhook: Action<typeof webhooksRoutes.recoverWebhook> = async request => {
  const span = spanOf(request.body, request.nowMs)
  const endpoint = await getEnabledEndpoint(request)
  const headers = await consumeOnDemandCall('recoveries', request.caller, request.nowMs)
  await sendDeliveries([toMissedSearch(endpoint, span, request.nowMs)])
  return { status: 202, headers, body: span }
}

export const handler = serve(webhooksRoutes, { recoverWebhook })
