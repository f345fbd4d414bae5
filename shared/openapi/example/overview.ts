import type { Assignment } from '../../assignment/assignment.ts'
import { lastDays } from '../../stats/days.ts'
import type { StatsEntry } from '../../stats/entry.ts'
import { emptyStats, summarise } from '../../stats/summary.ts'
import { toDeliveries } from '../../overview/deliveries.ts'
import { toAgents, toDaily, toResults, toReviewers } from '../../overview/results.ts'
import { toStuckId } from '../../overview/id.ts'
import { toStuck } from '../../overview/stuck.ts'
import { toWorkCounts } from '../../overview/work.ts'
import type { Examples, OperationExample } from './examples.ts'
import { key } from './fieldwork.ts'
import { registries } from './identity.ts'

const at = '2026-11-22T22:00:00.000Z'
const nowMs = Date.parse(at)

const late: Assignment = {
  ...key,
  ...{ taskToken: '', product: 'address', stateId: 25, lgaId: 1, way: 'claimed', agent: 'agent-1' },
  ...{ assignedAt: '2026-11-20T09:30:00.000Z', dueAt: '2026-11-22T09:30:00.000Z' },
}
const work = { assignments: [late], isMore: false }

const people = { agent: 'agent-1', reviewer: 'reviewer-1' }
const entries: readonly StatsEntry[] = [
  { kind: 'ended', ...key, at, product: 'address', outcome: 'verified', minutes: 1630 },
  { kind: 'decided', ...key, at, ...people, isApproved: true, agrees: true, minutes: 45 },
]
const days = lastDays(2, nowMs).map((day, n) => ({ day, summary: n === 1 ? summarise(entries) : emptyStats }))

const overview = {
  at,
  mode: 'live',
  stuck: { items: [toStuck('held', key, { since: late.dueAt, by: 'agent-1' })], isMore: false },
  work: toWorkCounts(work, nowMs),
  ended: [toResults(days, 7), toResults(days, 30)],
  daily: toDaily(days),
  agents: toAgents(days, work.assignments),
  reviewers: toReviewers(days),
  deliveries: toDeliveries([], nowMs),
  registries: (registries[200]!.sandbox as { data: object }).data,
}

export const overviews: Examples = { 200: { night: overview } }

export const mending: OperationExample = {
  parameters: { id: toStuckId(key) },
  body: { action: 'reconcile' },
  answers: { 200: { mended: { id: toStuckId(key), action: 'reconcile' } } },
}
