import { database } from '../../table/driver.ts'
import { endpointKey } from '../../table/keys.ts'
import { type Condition, conditionsMet } from '../../table/port.ts'
import type { Endpoint } from './endpoint.ts'
import { type LastFailure, slownessAt } from './health.ts'
import { encryptFailure } from './encrypted-failure.ts'
import { unchangedCondition } from './store.ts'

const unchangedAnd = (endpoint: Endpoint, { when, values }: Condition): Condition => {
  const unchanged = unchangedCondition(endpoint)
  return { when: `${unchanged.when} AND (${when})`, values: { ...unchanged.values, ...values } }
}

/** Takes the one probe that a failing endpoint is given until `nextProbeAt`. Answers whether it was still to be had. */
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

/** Notes a failed attempt, unless the endpoint has recovered since that began. */
export const recordFailure = async (endpoint: Endpoint, failure: LastFailure): Promise<void> => {
  const sealed = await encryptFailure(endpoint.id, failure)
  await conditionsMet(
    database.write({
      update: endpointKey(endpoint, endpoint.id),
      set: { ...sealed },
      ...(!('lastAnswer' in sealed) && { remove: ['lastAnswer'] }),
      setOnce: { failingSince: failure.at },
      condition: unchangedAnd(endpoint, {
        when: 'attribute_not_exists(#recoveredAt) OR #recoveredAt < :at',
        values: { at: failure.at },
      }),
    }),
  )
}

/** Moves the times of a failing endpoint. Answers false if it has recovered or been changed since it was read. */
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

/** Notes that an endpoint that failed has answered, so that all its deliveries pass again. */
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

/** Notes that an attempt under way takes its time, unless that was noted lately. */
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

/** Removes what the receiver said at an endpoint's last failure: it may repeat what it was sent. */
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
