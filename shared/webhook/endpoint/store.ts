import { sha256Digest } from '../../account/credential.ts'
import { idempotencyKeyKind } from '../../http/kinds.ts'
import { database } from '../../table/driver.ts'
import { getNow } from '../../table/gathered-read.ts'
import {
  absent,
  type Condition,
  ConditionFailedError,
  conditionsMet,
  failureOf,
  type Put,
  type Update,
} from '../../table/port.ts'
import { expiresAt } from '../../table/retention.ts'
import type { Tenant } from '../../table/tenant.ts'
import { alertKey, alertKind } from '../alert/alert-kind.ts'
import type { Alert } from '../alert/alert.ts'
import { type Endpoint, type EndpointChange, endpointLimit } from './endpoint.ts'
import { type LastFailure, slownessAt } from './health.ts'
import {
  deletedEndpointKey,
  endpointCountKey,
  endpointKey,
  endpointsPartition,
  endpointUrlKey,
} from './kinds.ts'
import { encryptEndpointAnew, encryptFailure } from './secret.ts'

/** Equal for one URL however it is written; a fragment is never sent. */
const urlDigestOf = (text: string): string => {
  const url = new URL(text)
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  return sha256Digest(url.href)
}

const urlKeyOf = (endpoint: Endpoint, url: string) => endpointUrlKey(endpoint, urlDigestOf(url))

const countWrite = (endpoint: Endpoint, by: 1 | -1, condition?: Condition): Update => ({
  update: endpointCountKey(endpoint),
  set: {},
  add: { count: by },
  ...(condition && { condition }),
})

/** `deleted`: the endpoint was registered, and has been deleted since. */
export type RegistrationRefusal = 'deleted' | 'id-taken' | 'url-taken' | 'too-many'

export const insertEndpoint = async (endpoint: Endpoint): Promise<RegistrationRefusal | undefined> => {
  const { id, url } = endpoint
  const isFree = { when: 'attribute_not_exists(#count) OR #count < :limit', values: { limit: endpointLimit } }
  const failure = await failureOf(
    database.transact({
      deleted: { check: deletedEndpointKey(endpoint, id), condition: absent },
      endpoint: { put: { ...endpoint, ...endpointKey(endpoint, id) }, condition: absent },
      url: { put: { ...urlKeyOf(endpoint, url), endpointId: id }, condition: absent },
      count: countWrite(endpoint, 1, isFree),
    }),
  )
  if (!failure) return undefined
  const { failed } = failure
  if (failed.has('deleted')) return 'deleted'
  if (failed.has('endpoint')) return 'id-taken'
  return failed.has('url') ? 'url-taken' : 'too-many'
}

/** All endpoints of a tenant, in the order of their registration; at most `endpointLimit`. */
export const listEndpoints = async (tenant: Tenant): Promise<readonly Endpoint[]> =>
  (await database.query<Endpoint>({ partition: endpointsPartition(tenant), consistent: true })).items

export const findEndpoint = (
  tenant: Tenant,
  id: number,
  { gathered = false } = {},
): Promise<Endpoint | undefined> => getNow<Endpoint>(endpointKey(tenant, id), gathered)

/** Deletes an endpoint and releases its URL. Returns false if the URL has changed since it was read, or it is gone. */
export const removeEndpoint = (endpoint: Endpoint, at: string): Promise<boolean> => {
  const { id, url } = endpoint
  const deletedUntil = expiresAt(at, idempotencyKeyKind.days + 1)
  return conditionsMet(
    database.transact({
      endpoint: { delete: endpointKey(endpoint, id), condition: { when: '#url = :url', values: { url } } },
      url: { delete: urlKeyOf(endpoint, url) },
      count: countWrite(endpoint, -1),
      deleted: { put: { ...deletedEndpointKey(endpoint, id), expiresAt: deletedUntil } },
    }),
  )
}

/** The endpoint's settings are as they were read. */
const unchangedCondition = ({ revision }: Endpoint): Condition => ({
  when: '#revision = :seen',
  values: { seen: revision },
})

const settingsWrite = (endpoint: Endpoint, { set, remove }: EndpointChange): Update => ({
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
    return await database.update<Endpoint>(settingsWrite(endpoint, change))
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
    expiresAt: expiresAt(alert.disabledAt, alertKind.days),
  },
  condition: absent,
})

/** False if another change came first, or it was deleted. */
export const disableEndpoint = (endpoint: Endpoint, change: EndpointChange, alert: Alert): Promise<boolean> =>
  conditionsMet(database.transact({ endpoint: settingsWrite(endpoint, change), alert: alertWrite(alert) }))

export const hasNewUrl = (endpoint: Endpoint, { set: { url } }: EndpointChange): boolean =>
  url !== undefined && urlDigestOf(url) !== urlDigestOf(endpoint.url)

/** Changes an endpoint and its URL. Returns what stood in the way. */
export const moveEndpoint = async (
  endpoint: Endpoint,
  change: EndpointChange,
): Promise<'changed' | 'url-taken' | undefined> => {
  const failure = await failureOf(
    database.transact({
      endpoint: settingsWrite(endpoint, change),
      newUrl: { put: { ...urlKeyOf(endpoint, change.set.url!), endpointId: endpoint.id }, condition: absent },
      oldUrl: { delete: urlKeyOf(endpoint, endpoint.url) },
    }),
  )
  if (!failure) return undefined
  return failure.failed.has('endpoint') ? 'changed' : 'url-taken'
}

/** Writes what is no setting. Returns false if the settings have changed since they were read, or the condition fails. */
const writeHealth = (
  endpoint: Endpoint,
  change: Pick<Update, 'set' | 'setOnce' | 'remove'>,
  also?: Condition,
): Promise<boolean> => {
  const unchanged = unchangedCondition(endpoint)
  const condition = also && {
    when: `${unchanged.when} AND (${also.when})`,
    values: { ...unchanged.values, ...also.values },
  }
  const update = endpointKey(endpoint, endpoint.id)
  return conditionsMet(database.write({ update, ...change, condition: condition ?? unchanged }))
}

/** Claims the one probe of a failing endpoint until `nextProbeAt`. Returns false if another has claimed it. */
export const claimEndpointProbe = (endpoint: Endpoint, nextProbeAt: string): Promise<boolean> => {
  const { nextProbeAt: before } = endpoint
  const free = before
    ? { when: '#nextProbeAt = :before', values: { before } }
    : { when: 'attribute_not_exists(#nextProbeAt)' }
  return writeHealth(endpoint, { set: { nextProbeAt } }, free)
}

/** Records a failed attempt, unless the endpoint has recovered since that began. */
export const recordFailure = async (endpoint: Endpoint, failure: LastFailure): Promise<void> => {
  const set = await encryptFailure(endpoint.id, failure)
  const remove = 'lastAnswer' in set ? [] : ['lastAnswer']
  await writeHealth(
    endpoint,
    { set, remove, setOnce: { failingSince: failure.at } },
    { when: 'attribute_not_exists(#recoveredAt) OR #recoveredAt < :at', values: { at: failure.at } },
  )
}

/**
 * Encrypts what an endpoint holds with the secret's current value. `left` where another write came first: what that one
 * was decided on may still be of the value before.
 */
export const reencryptEndpoint = async (endpoint: Endpoint): Promise<'moved' | 'none' | 'left'> => {
  const set = await encryptEndpointAnew(endpoint)
  if (!set) return 'none'
  const { lastFailure: seen } = endpoint
  const isSeen = seen && { when: '#lastFailure = :seenFailure', values: { seenFailure: seen } }
  return (await writeHealth(endpoint, { set: { ...set } }, isSeen)) ? 'moved' : 'left'
}

/** Returns false if the endpoint has recovered or been changed since it was read. */
export const shiftHealthTimes = (
  endpoint: Endpoint,
  set: { readonly failingSince: string; readonly nextProbeAt: string },
): Promise<boolean> =>
  writeHealth(
    endpoint,
    { set },
    { when: '#failingSince = :before', values: { before: endpoint.failingSince } },
  )

export const recordRecovery = async (endpoint: Endpoint, recoveredAt: string): Promise<void> => {
  await writeHealth(endpoint, { set: { recoveredAt }, remove: ['failingSince', 'nextProbeAt'] })
}

/** Records that an endpoint is slow, unless that was recorded lately. */
export const recordSlowness = async (endpoint: Endpoint, nowMs: number): Promise<void> => {
  const { slowUntil, unlessFrom } = slownessAt(nowMs)
  if (endpoint.slowUntil && endpoint.slowUntil >= unlessFrom) return
  const notYet = 'attribute_not_exists(#slowUntil) OR #slowUntil < :unlessFrom'
  await writeHealth(endpoint, { set: { slowUntil } }, { when: notYet, values: { unlessFrom } })
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
