import { describe, expect, it } from 'vitest'
import type { GuardedRegistry } from '../../../../shared/identity/registry/circuit-breaker.ts'
import {
  type RegistryResult,
  type UnavailableReason,
  unavailable,
  unknownPerson,
  unreadable,
} from '../../../../shared/identity/registry/port.ts'
import { withBreakerMetric, withLatencyMetric } from '../../../../shared/identity/registry/registries.ts'
import { watchCounts } from '../../../support/metric-lines.ts'

const found: RegistryResult = { kind: 'found', person: { ...unknownPerson, firstname: 'Canaryada' } }

const useless: readonly UnavailableReason[] = ['timeout', 'status', 'refused', 'throttled', 'credential']
it.each<readonly [RegistryResult, number, number]>([
  [found, 0, 0],
  [{ kind: 'not-found' }, 0, 0],
  [unreadable('wrong-person'), 1, 1],
  ...useless.map(reason => [unavailable(reason), 1, reason === 'refused' ? 1 : 0] as const),
])(
  'a registry that is asked is counted with its time, and whether its answer was of use and could be read',
  async (answer, RegistryFailures, RegistryUnreadable) => {
    using watch = watchCounts()
    const times = [1000, 1240]
    const { lookUp } = withLatencyMetric('passport', { lookUp: async () => answer }, () => times.shift()!)
    expect(await lookUp('BK0000001', 1)).toBe(answer)
    expect(watch.counted()).toEqual([
      { registry: 'passport', RegistryLatency: 240, RegistryFailures, RegistryUnreadable },
    ])
  },
)

describe('a breaker', () => {
  const refused = { kind: 'refused', retryAfterSeconds: 3 } as const
  const guarded = (admission: Awaited<ReturnType<GuardedRegistry['admit']>>): GuardedRegistry => ({
    peek: async () => admission,
    admit: async () => admission,
    lookUp: async () => found,
  })

  it('that is met open is counted each time', async () => {
    using watch = watchCounts()
    const registry = withBreakerMetric('nin', guarded(refused))
    expect([await registry.peek(), await registry.admit()]).toEqual([refused, refused])
    expect(watch.counted()).toEqual(Array(2).fill({ registry: 'nin', CircuitOpen: 1 }))
  })

  it('that is closed is not', async () => {
    using watch = watchCounts()
    const registry = withBreakerMetric('nin', guarded({ kind: 'admitted' }))
    await registry.peek()
    await registry.admit()
    expect(watch.counted()).toEqual([])
  })
})
