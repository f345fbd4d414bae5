import { findOrganisations } from '../account/store.ts'
import { mapConcurrently } from '../aws/concurrency.ts'
import { readRegistries } from '../identity/registry/health.ts'
import { lastDays, readDayStats, statsWindowDays } from '../numbers/day-store.ts'
import type { Mode, Tenant } from '../table/tenant.ts'
import { listEndpointAttempts } from '../webhook/delivery/attempt-store.ts'
import { listEndpoints } from '../webhook/endpoint/store.ts'
import type { Overview, Stuck } from './contract.ts'
import { deliveryHours, type EndpointAttempts, stuckDeliveries, toDeliveries } from './deliveries.ts'
import {
  findLateLookups,
  findLateWork,
  findStaleVerifications,
  findUnsentMessages,
  withCases,
} from './find-stuck.ts'
import { type DayResults, toAgents, toDaily, toResults, toReviewers, toUnsentMessages } from './results.ts'
import { readWorkCount } from './work-count.ts'

const mostShown = 100
const attemptsOfEndpoint = 50
const unsentDays = 7

const readDays = (mode: Mode, nowMs: number): Promise<readonly DayResults[]> =>
  mapConcurrently(lastDays(statsWindowDays, nowMs), async day => ({
    day,
    summary: await readDayStats(mode, day),
  }))

const readSent = async (tenant: Tenant, nowMs: number): Promise<readonly EndpointAttempts[]> => {
  const from = new Date(nowMs - deliveryHours * 3_600_000).toISOString()
  const endpoints = await listEndpoints(tenant)
  return mapConcurrently(endpoints, async endpoint => {
    const page = { limit: attemptsOfEndpoint, nowMs, from }
    const { items: attempts, after } = await listEndpointAttempts(tenant, endpoint.id, page)
    return { endpoint, attempts, isMore: after !== undefined }
  })
}

const readTenant = async (tenant: Tenant, nowMs: number) => {
  const [sent, behind, lookUps] = await Promise.all([
    readSent(tenant, nowMs),
    findStaleVerifications(tenant, nowMs),
    findLateLookups(tenant, nowMs),
  ])
  return { sent, stuck: [...behind, ...lookUps] }
}

const readTenants = async (mode: Mode, nowMs: number) => {
  const organisations = await findOrganisations()
  return mapConcurrently(organisations, ({ id: organisationId }) =>
    readTenant({ organisationId, mode }, nowMs),
  )
}

const oldestOf = async (things: readonly Stuck[], mode: Mode): Promise<Overview['stuck']> => {
  const oldest = things.toSorted((one, other) => (one.since < other.since ? -1 : 1)).slice(0, mostShown)
  return { items: await withCases(oldest, mode), isMore: things.length > mostShown }
}

/** Nothing of it grows with what is open or has ended: where that is much, it is read from the last count. */
export const readOverview = async (mode: Mode, nowMs: number): Promise<Overview> => {
  const [{ work, held, late: longest }, days, registries] = await Promise.all([
    readWorkCount(mode, nowMs),
    readDays(mode, nowMs),
    readRegistries(mode, nowMs),
  ])
  const [late, tenants, unsent] = await Promise.all([
    findLateWork(longest, mode, nowMs),
    readTenants(mode, nowMs),
    findUnsentMessages(toUnsentMessages(days.slice(-unsentDays))),
  ])
  const sent = tenants.flatMap(tenant => tenant.sent)
  const behind = tenants.flatMap(tenant => tenant.stuck)
  return {
    at: new Date(nowMs).toISOString(),
    mode,
    stuck: await oldestOf([...late, ...behind, ...unsent, ...stuckDeliveries(sent, nowMs)], mode),
    work,
    ended: [toResults(days, 7), toResults(days, statsWindowDays)],
    daily: toDaily(days),
    agents: toAgents(days, held),
    reviewers: toReviewers(days),
    deliveries: toDeliveries(sent, nowMs),
    registries,
  }
}
