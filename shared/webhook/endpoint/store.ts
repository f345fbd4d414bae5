import { sha256Digest } from '../../account/credential.ts'
import { database } from '../../table/driver.ts'
import {
  alertKey,
  deletedEndpointKey,
  endpointCountKey,
  endpointKey,
  endpointsPartition,
  endpointUrlKey,
} from '../../table/keys.ts'
import {
  absent,
  type Condition,
  ConditionFailedError,
  conditionsMet,
  type Put,
  type Update,
} from '../../table/port.ts'
import { expiresAt, retentionDays } from '../../table/retention.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { Alert } from '../alert/alert.ts'
import { encryptFailure } from './encryption.ts'
import { type Endpoint, type EndpointChange, endpointLimit } from './endpoint.ts'
import { type LastFailure, slownessAt } from './health.ts'

/** Equal for one URL however it is written; a fragment is never sent. */
const urlDigestOf = (text: string): string => {
  const url = new URL(text)
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  return sha256Digest(url.href)
}

const urlKeyOf = (endpoint: Endpoint, url: string) => endpointUrlKey(endpoint, urlDigestOf(url))

const countOf = (endpoint: Endpoint, by: 1 | -1): Update => ({
  update: endpointCountKey(endpoint),
  set: {},
  add: { count: by },
  ...(by > 0 && {
    condition: { when: 'attribute_not_exists(#count) OR #count < :limit', values: { limit: endpointLimit } },
  }),
})

/** Returns the reason of the first item whose condition failed. */
const firstFailed = async <Reason>(
  write: Promise<unknown>,
  reasons: readonly Reason[],
): Promise<Reason | undefined> => {
  try {
    await write
    return undefined
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error
    return reasons[error.failed.indexOf(true)]
  }
}

/** `deleted`: the endpoint was registered, and has been deleted since. */
export type RegistrationRefusal = 'deleted' | 'id-taken' | 'url-taken' | 'too-many'

/** Stores an endpoint, its URL and its count in one transaction. */
export const insertEndpoint = (endpoint: Endpoint): Promise<RegistrationRefusal | undefined> => {
  const { id, url } = endpoint
  const write = database.write(
    { check: deletedEndpointKey(endpoint, id), condition: absent },
    { put: { ...endpoint, ...endpointKey(endpoint, id) }, condition: absent },
    { put: { ...urlKeyOf(endpoint, url), endpointId: id }, condition: absent },
    countOf(endpoint, 1),
  )
  return firstFailed(write, ['deleted', 'id-taken', 'url-taken', 'too-many'])
}

/** All endpoints of a tenant, in the order of their registration; at most `endpointLimit`. */
export const listEndpoints = async (tenant: Tenant): Promise<readonly Endpoint[]> =>
  (await database.query<Endpoint>({ partition: endpointsPartition(tenant), consistent: true })).items

export const findEndpoint = (tenant: Tenant, id: number): Promise<Endpoint | undefined> =>
  database.get<Endpoint>(endpointKey(tenant, id), { consistent: true })

/** Deletes an endpoint and releases its URL. Returns false if the URL has changed since it was read, or it is gone. */
export const removeEndpoint = (endpoint: Endpoint, at: string): Promise<boolean> => {
  const { id, url } = endpoint
  const end = {
    ...deletedEndpointKey(endpoint, id),
    expiresAt: expiresAt(at, retentionDays.idempotencyKey + 1),
  }
  const isThere = { when: '#url = :url', values: { url } }
  return conditionsMet(
    database.write(
      { delete: endpointKey(endpoint, id), condition: isThere },
      { delete: urlKeyOf(endpoint, url) },
      countOf(endpoint, -1),
      { put: end },
    ),
  )
}

/** The endpoint's settings are as they were read. */
const unchangedCondition = ({ revision }: Endpoint) => ({
  when: '#revision = :seen',
  values: { seen: revision },
})

const updateOf = (endpoint: Endpoint, { set, remove }: EndpointChange): Update => ({
  update: endpointKey(endpoint, endpoint.id),
  set: { ...set, revision: endpoint.revision + 1 },
  ...(remove && { remove }),
  condition: unchangedCondition(endpoint),
})

/** Changes an endpoint, but not its URL. Returns undefined if another change came first, or it is gone. */
export const changeEndpoint = async (
  endpoint: Endpoint,
  change: EndpointChange,
): Promise<Endpoint | undefined> => {
  try {
    return await database.write<Endpoint>(updateOf(endpoint, change))
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined
    throw error
  }
}

/** Stores an alert in the write that disables its endpoint. */
export const alertWrite = (alert: Alert): Put => ({
  put: {
    ...alert,
    ...alertKey(alert, alert.endpointId, alert.revision),
    expiresAt: expiresAt(alert.disabledAt, retentionDays.alert),
  },
  condition: absent,
})

/** False if another change came first, or it was deleted. */
export const disableEndpoint = (endpoint: Endpoint, change: EndpointChange, alert: Alert): Promise<boolean> =>
  conditionsMet(database.write(updateOf(endpoint, change), alertWrite(alert)))

export const hasNewUrl = (endpoint: Endpoint, { set: { url } }: EndpointChange): boolean =>
  url !== undefined && urlDigestOf(url) !== urlDigestOf(endpoint.url)

/** Changes an endpoint and its URL. Returns what stood in the way. */
export const moveEndpoint = (
  endpoint: Endpoint,
  change: EndpointChange,
): Promise<'changed' | 'url-taken' | undefined> => {
  const write = database.write(
    updateOf(endpoint, change),
    { put: { ...urlKeyOf(endpoint, change.set.url!), endpointId: endpoint.id }, condition: absent },
    { delete: urlKeyOf(endpoint, endpoint.url) },
  )
  return firstFailed(write, ['changed', 'url-taken'])
}

const unchangedAnd = (endpoint: Endpoint, { when, values }: Condition): Condition => {
  const unchanged = unchangedCondition(endpoint)
  return { when: `${unchanged.when} AND (${when})`, values: { ...unchanged.values, ...values } }
}

/** Claims the one probe of a failing endpoint until `nextProbeAt`. Returns false if another has claimed it. */
export const claimEndpointProbe = (endpoint: Endpoint, nextProbeAt: string): Promise<boolean> => {
  const { nextProbeAt: before } = endpoint
  const free: Condition = before
    ? { when: '#nextProbeAt = :before', values: { before } }
    : { when: 'attribute_not_exists(#nextProbeAt)' }
  return conditionsMet(
    database.write({
      update: endpointKey(endpoint, endpoint.id),
      set: { nextProbeAt },
      condition: unchangedAnd(endpoint, free),
    }),
  )
}

/** Records a failed attempt, unless the endpoint has recovered since that began. */
export const recordFailure = async (endpoint: Endpoint, failure: LastFailure): Promise<void> => {
  const encrypted = await encryptFailure(endpoint.id, failure)
  await conditionsMet(
    database.write({
      update: endpointKey(endpoint, endpoint.id),
      set: encrypted,
      ...(!('lastAnswer' in encrypted) && { remove: ['lastAnswer'] }),
      setOnce: { failingSince: failure.at },
      condition: unchangedAnd(endpoint, {
        when: 'attribute_not_exists(#recoveredAt) OR #recoveredAt < :at',
        values: { at: failure.at },
      }),
    }),
  )
}

/** Returns false if the endpoint has recovered or been changed since it was read. */
export const shiftHealthTimes = (
  endpoint: Endpoint,
  times: { readonly failingSince: string; readonly nextProbeAt: string },
): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: endpointKey(endpoint, endpoint.id),
      set: times,
      condition: unchangedAnd(endpoint, {
        when: '#failingSince = :before',
        values: { before: endpoint.failingSince },
      }),
    }),
  )

export const recordRecovery = async (endpoint: Endpoint, recoveredAt: string): Promise<void> => {
  await conditionsMet(
    database.write({
      update: endpointKey(endpoint, endpoint.id),
      set: { recoveredAt },
      remove: ['failingSince', 'nextProbeAt'],
      condition: unchangedCondition(endpoint),
    }),
  )
}

/** Records that an endpoint is slow, unless that was recorded lately. */
export const recordSlowness = async (endpoint: Endpoint, nowMs: number): Promise<void> => {
  const { slowUntil, unlessFrom } = slownessAt(nowMs)
  if (endpoint.slowUntil && endpoint.slowUntil >= unlessFrom) return
  await conditionsMet(
    database.write({
      update: endpointKey(endpoint, endpoint.id),
      set: { slowUntil },
      condition: unchangedAnd(endpoint, {
        when: 'attribute_not_exists(#slowUntil) OR #slowUntil < :unlessFrom',
        values: { unlessFrom },
      }),
    }),
  )
}

/** Erases the receiver's response in an endpoint's last failure: it may repeat what it was sent. */
export const eraseLastResponse = async (endpoint: Endpoint): Promise<void> => {
  const { lastFailure } = endpoint
  await conditionsMet(
    database.write({
      update: endpointKey(endpoint, endpoint.id),
      set: { lastFailure: { ...lastFailure, answer: null } },
      remove: ['lastAnswer'],
      condition: { when: '#lastFailure = :seen', values: { seen: lastFailure } },
    }),
  )
}
