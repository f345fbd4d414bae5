import { describe, expect, it } from 'vitest'
import {
  afterFailure,
  afterSuccess,
  type Circuit,
  failureThreshold,
  probeIntervalMs,
  probing,
  untouchedCircuit,
} from '../../../../shared/identity/registry/circuit.ts'

const nowMs = Date.parse('2026-11-20T10:00:00.000Z')
const at = '2026-11-20T10:00:00.000Z'
const circuit = (of: Partial<Circuit>): Circuit => ({ ...untouchedCircuit, sampledAtMs: nowMs, ...of })

describe('a circuit', () => {
  it('opens at the last failure too many, unless a success came in between', () => {
    const failures = failureThreshold
    expect(afterFailure(circuit({ failures: failures - 1 }), nowMs)).toBeUndefined()
    expect(afterFailure(circuit({ failures }), nowMs)).toEqual({
      from: { state: 'closed', failures },
      set: { state: 'open', since: at, probeAtMs: nowMs + probeIntervalMs },
    })
    expect(afterFailure(circuit({ failures, state: 'open' }), nowMs)).toBeUndefined()
  })

  it('gives the next try of an open one to whoever finds the time that it saw', () => {
    expect(probing(circuit({ state: 'open', probeAtMs: 5 }), nowMs)).toEqual({
      from: { state: 'open', probeAtMs: 5 },
      set: { probeAtMs: nowMs + probeIntervalMs },
    })
  })

  it('closes at a success, and says since when', () => {
    const closing = afterSuccess(circuit({ state: 'open', failures: 4 }), 120, nowMs)
    expect(closing).toMatchObject({
      from: { state: 'open' },
      set: { state: 'closed', failures: 0, since: at, lastSuccessAt: at },
    })
  })

  it('is told of a success only after a failure or when a sample is due', () => {
    expect(afterSuccess(circuit({}), 120, nowMs)).toBeUndefined()
    const forgiven = afterSuccess(circuit({ failures: 1 }), 120, nowMs)
    expect(forgiven?.from).toEqual({ sampledAtMs: nowMs })
    expect(forgiven?.set).not.toHaveProperty('since')
    const samples = Array.from({ length: 30 }, (_, index) => ({ atMs: nowMs - index, latencyMs: 1 }))
    const old = { atMs: nowMs - 301_000, latencyMs: 9 }
    const due = afterSuccess(circuit({ sampledAtMs: nowMs - 10_000, samples: [old, ...samples] }), 120, nowMs)
    expect(due?.set.samples).toHaveLength(30)
    expect(due?.set.samples).toContainEqual({ atMs: nowMs, latencyMs: 120 })
    expect(due?.set.samples).not.toContainEqual(old)
  })
})
