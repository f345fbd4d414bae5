import type { Endpoint } from '../domain/endpoint.ts'
import type { LastFailure } from '../domain/endpoint-health.ts'
import { type Condition, type Database, holds } from './database.ts'
import { unchangedSince } from './endpoint.ts'
import { endpointKey } from './keys.ts'

const unchangedAnd = (endpoint: Endpoint, { when, values }: Condition): Condition => {
  const unchanged = unchangedSince(endpoint)
  return { when: `${unchanged.when} AND (${when})`, values: { ...unchanged.values, ...values } }
}

/** Takes the one probe that a failing endpoint is given until `nextProbeAt`. Answers whether it was still to be had. */
export const claimProbe = (database: Database, endpoint: Endpoint, nextProbeAt: string): Promise<boolean> => {
  const { nextProbeAt: before } = endpoint
  const free: Condition = before
    ? { when: '#nextProbeAt = :before', values: { before } }
    : { when: 'attribute_not_exists(#nextProbeAt)' }
  return holds(
    database.write({
      update: endpointKey(endpoint, endpoint.id),
      set: { nextProbeAt },
      condition: unchangedAnd(endpoint, free),
    }),
  )
}

/** Notes a failed attempt, unless the endpoint has recovered since that began. */
export const noteFailure = async (
  database: Database,
  endpoint: Endpoint,
  failure: LastFailure,
): Promise<void> => {
  await holds(
    database.write({
      update: endpointKey(endpoint, endpoint.id),
      set: { lastFailure: { ...failure } },
      setOnce: { failingSince: failure.at },
      condition: unchangedAnd(endpoint, {
        when: 'attribute_not_exists(#recoveredAt) OR #recoveredAt < :at',
        values: { at: failure.at },
      }),
    }),
  )
}

/** Notes that an endpoint that failed has answered, so that all its deliveries pass again. */
export const noteRecovery = async (
  database: Database,
  endpoint: Endpoint,
  recoveredAt: string,
): Promise<void> => {
  await holds(
    database.write({
      update: endpointKey(endpoint, endpoint.id),
      set: { recoveredAt },
      remove: ['failingSince', 'nextProbeAt'],
      condition: unchangedSince(endpoint),
    }),
  )
}
