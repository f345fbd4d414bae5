import { describe, expect, it } from 'vitest'
import {
  afterFailure,
  afterSuccess,
  type Circuit,
  claimProbe,
  classifyResult,
  closedCircuit,
  failureThreshold,
  probeIntervalMs,
  retryAfterSeconds,
} from '../../../../shared/identity/registry/circuit.ts'

const nowMs = Date.parse('2026-11-20T10:00:00.000Z')
const at = '2026-11-20T10:00:00.000Z'
const circuit = (of: Partial<Circuit>): Circuit => ({ ...closedCircuit, sampledAtMs: nowMs, ...of })

const opened = { state: 'open', since: at, probeAtMs: nowMs + probeIntervalMs }

describe('a circuit', () => {
  it('opens at the last failure too many, unless a success came in between', () => {
    const failures = failureThreshold
    expect(afterFailure(circuit({ failures: failures - 1 }), nowMs)).toBeUndefined()
    expect(afterFailure(circuit({ failures }), nowMs)).toEqual({
      from: { state: 'closed', failures },
      set: opened,
    })
    expect(afterFailure(circuit({ failures, state: 'open' }), nowMs)).toBeUndefined()
  })

  it('gives the next try of an open one to whoever finds the time that it saw', () => {
    expect(claimProbe(circuit({ state: 'open', probeAtMs: 5 }), nowMs)).toEqual({
      from: { state: 'open', probeAtMs: 5 },
      set: { probeAtMs: nowMs + probeIntervalMs },
    })
  })

  it('says in how many seconds it is tried again, of an open one at least one', () => {
    const open = circuit({ state: 'open', probeAtMs: nowMs + 14_001 })
    expect(retryAfterSeconds(open, nowMs)).toBe(15)
    expect(retryAfterSeconds(open, nowMs + 20_000)).toBe(1)
  })

  it.each([
    [{ kind: 'not-found' }, 'success'],
    [{ kind: 'unreadable', reason: 'wrong-person' }, 'success'],
    [{ kind: 'unreadable', reason: 'malformed' }, 'success'],
    [{ kind: 'unavailable', reason: 'refused' }, 'none'],
    [{ kind: 'unavailable', reason: 'throttled' }, 'none'],
    [{ kind: 'unavailable', reason: 'credential' }, 'none'],
    [{ kind: 'unavailable', reason: 'status' }, 'failure'],
    [{ kind: 'unavailable', reason: 'timeout' }, 'failure'],
    [{ kind: 'unavailable', reason: 'reset' }, 'failure'],
    [{ kind: 'unavailable', reason: 'connection' }, 'failure'],
  ] as const)('takes %j as a sign of %s', (answer, sign) => expect(classifyResult(answer)).toBe(sign))

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
