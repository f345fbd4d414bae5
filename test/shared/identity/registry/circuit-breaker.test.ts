import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  failureThreshold,
  lateAfterMs,
  probeIntervalMs,
  toRegistryHealth,
} from '../../../../shared/identity/registry/circuit.ts'
import { withCircuitBreaker } from '../../../../shared/identity/registry/circuit-breaker.ts'
import { type CircuitStore, circuitStore } from '../../../../shared/identity/registry/circuit-store.ts'
import {
  type RegistryPort,
  type RegistryResult,
  unavailable,
  unknownPerson,
  unreadable,
} from '../../../../shared/identity/registry/port.ts'
import { startTable } from '../../../support/table.ts'

beforeAll(startTable)

type Name = 'nin' | 'passport' | 'alien-card' | 'driver-license' | 'shared'

const storeOf = (name: Name): CircuitStore & { reads: () => number; writes: () => number } => {
  const { read, countFailure, apply } = circuitStore(name)
  let reads = 0
  let writes = 0
  const written = <Value>(value: Value): Value => {
    writes++
    return value
  }
  return {
    read: () => {
      reads++
      return read()
    },
    countFailure: () => written(countFailure()),
    apply: transition => written(apply(transition)),
    reads: () => reads,
    writes: () => writes,
  }
}

/** A registry that is well or not, and containers with one time. */
const world = (name: Name) => {
  let nowMs = Date.parse('2026-11-20T00:00:00.000Z')
  let answer: RegistryResult = { kind: 'found', person: unknownPerson }
  let asked = 0
  const registry: RegistryPort = {
    lookUp: async () => {
      asked++
      return answer
    },
  }
  const store = storeOf(name)
  const container = () => withCircuitBreaker(registry, store, () => nowMs)
  const call = async (guarded = container()) => {
    const admission = await guarded.admit()
    if (admission.kind === 'refused') return admission
    return (await guarded.lookUp('1', 1)).kind
  }
  return {
    store,
    container,
    call,
    asked: () => asked,
    pass: (ms: number) => {
      nowMs += ms
    },
    become: (well: boolean) => {
      answer = well ? { kind: 'found', person: unknownPerson } : unavailable('status')
    },
    becomeUnreadable: () => {
      answer = unreadable('wrong-schema')
    },
    health: async () => toRegistryHealth('nin', await circuitStore(name).read(), nowMs),
  }
}

describe('a registry behind a circuit breaker', () => {
  it('is not asked after failures in a row, in whichever containers, until one probe is due', async () => {
    const { call, become, pass, asked, health } = world('nin')
    become(false)
    for (let failure = 0; failure < failureThreshold; failure++) expect(await call()).toBe('unavailable')
    expect(await call()).toEqual({ kind: 'refused', retryAfterSeconds: probeIntervalMs / 1000 })
    expect(asked()).toBe(failureThreshold)
    expect((await health()).state).toBe('unavailable')

    pass(probeIntervalMs)
    const probes = await Promise.all(Array.from({ length: 10 }, () => call()))
    expect(probes.filter(each => each === 'unavailable')).toHaveLength(1)
    expect(asked()).toBe(failureThreshold + 1)

    become(true)
    pass(probeIntervalMs)
    const again = await Promise.all(Array.from({ length: 10 }, () => call()))
    expect(again.filter(each => each === 'found').length).toBeGreaterThanOrEqual(1)
    expect(await call()).toBe('found')
    expect(await health()).toMatchObject({ state: 'available', since: '2026-11-20T00:00:30.000Z' })
  })

  it('stays available if a success comes between failures', async () => {
    const { call, become, pass } = world('passport')
    for (let round = 0; round < 3 * failureThreshold; round++) {
      become(round % failureThreshold === 0)
      pass(2000)
      expect(await call()).toBe(round % failureThreshold === 0 ? 'found' : 'unavailable')
    }
  })

  it('is asked on, however many of its records cannot be read, and closes at one', async () => {
    const { call, become, becomeUnreadable, pass, health } = world('shared')
    becomeUnreadable()
    for (let each = 0; each < 10 * failureThreshold; each++) expect(await call()).toBe('unreadable')
    expect((await health()).state).toBe('available')

    become(false)
    for (let failure = 0; failure < failureThreshold; failure++) expect(await call()).toBe('unavailable')
    expect(await call()).toEqual({ kind: 'refused', retryAfterSeconds: probeIntervalMs / 1000 })
    pass(probeIntervalMs)
    becomeUnreadable()
    expect(await call()).toBe('unreadable')
    expect(await call()).toBe('unreadable')
    expect((await health()).state).toBe('available')
  })

  it('costs a healthy registry one read a second and one write in ten seconds', async () => {
    const { container, call, pass, store, health } = world('alien-card')
    const guarded = container()
    for (let second = 0; second < 20; second++) {
      for (let each = 0; each < 10; each++) expect(await call(guarded)).toBe('found')
      pass(1001)
    }
    expect(store.reads()).toBeLessThanOrEqual(21)
    expect(store.writes()).toBeLessThanOrEqual(3)
    expect(await health()).toMatchObject({ state: 'available', p50LatencyMs: 0 })
  })

  it('is asked when the table says nothing: the breaker only saves time', async () => {
    const registry: RegistryPort = { lookUp: async () => ({ kind: 'not-found' }) }
    const broken = async () => {
      throw new Error('no table')
    }
    const store = { read: broken, countFailure: broken, apply: broken }
    const guarded = withCircuitBreaker(registry, store)
    expect(await guarded.admit()).toEqual({ kind: 'admitted' })
    expect(await guarded.lookUp('1', 1)).toEqual({ kind: 'not-found' })
  })

  it('does not make a caller wait for a table that is slow', async () => {
    const registry: RegistryPort = { lookUp: async () => ({ kind: 'not-found' }) }
    const never = () => new Promise<never>(() => {})
    const store = { read: never, countFailure: never, apply: never }
    expect(await withCircuitBreaker(registry, store).admit()).toEqual({ kind: 'admitted' })
  })

  it('counts a failure for the others while its caller still waits', async () => {
    const store = storeOf('driver-license')
    const answer = Promise.withResolvers<void>()
    const slow: RegistryPort = {
      lookUp: async () => {
        await answer.promise
        return { kind: 'not-found' }
      },
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting = withCircuitBreaker(slow, store).lookUp('1', 1)
    await vi.advanceTimersByTimeAsync(lateAfterMs)
    vi.useRealTimers()
    expect(store.writes()).toBe(1)
    await expect.poll(async () => (await circuitStore('driver-license').read()).failures).toBe(1)
    answer.resolve()
    expect(await waiting).toEqual({ kind: 'not-found' })
    expect((await circuitStore('driver-license').read()).failures).toBe(0)
  })
})
