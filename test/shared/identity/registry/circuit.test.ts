import { describe, expect, it } from 'vitest'
import { breakerGate } from '../../../../shared/http/breaker.ts'
import {
  afterDoubt,
  afterFailure,
  afterSuccess,
  breakerFor,
  type Circuit,
  claimProbe,
  classifyResult,
  closedCircuit,
  type DoubtfulAnswer,
  doubtfulProbeMs,
  doubtQuietMs,
  doubtWindowMs,
  failureThreshold,
  probeIntervalMs,
  retryAfterSeconds,
} from '../../../../shared/identity/registry/circuit.ts'

const nowMs = Date.parse('2026-11-20T10:00:00.000Z')
const at = '2026-11-20T10:00:00.000Z'
const circuit = (of: Partial<Circuit>): Circuit => ({ ...closedCircuit, sampledAtMs: nowMs, ...of })

const opened = { state: 'open', since: at, probeAtMs: nowMs + probeIntervalMs, doubterId: 0 }

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

  it('counts an answer about one number only beside two more numbers, of another organisation too', () => {
    const doubt = (organisationId: number, number: string, atMs = nowMs - 1): DoubtfulAnswer => ({
      organisationId,
      number,
      atMs,
    })
    const asker = { organisationId: 1, number: 'c' }
    const opens = (...doubts: readonly DoubtfulAnswer[]) =>
      afterDoubt(circuit({ doubts }), asker, nowMs)?.set.state === 'open'
    expect(opens()).toBe(false)
    expect(opens(doubt(1, 'a'), doubt(1, 'b'))).toBe(false)
    expect(opens(doubt(2, 'a'))).toBe(false)
    expect(opens(doubt(2, 'c'), doubt(3, 'c'), doubt(4, 'a'))).toBe(false)
    expect(opens(doubt(2, 'a'), doubt(1, 'b', nowMs - doubtWindowMs))).toBe(false)
    expect(opens(doubt(2, 'a'), doubt(1, 'b'))).toBe(true)
    expect(opens(doubt(2, 'a'), doubt(3, 'b'))).toBe(true)
    expect(afterDoubt(circuit({ doubts: [doubt(2, 'a'), doubt(1, 'b')] }), asker, nowMs)).toEqual({
      from: { state: 'closed', doubtedAtMs: 0 },
      set: { doubts: [], doubtedAtMs: nowMs, ...opened },
    })
  })

  it('notes such an answer once, and has at most three of one organisation', () => {
    const seen = [1, 2, 3].map(each => ({ organisationId: 1, number: `${each}`, atMs: nowMs - each }))
    expect(afterDoubt(circuit({ doubts: seen }), seen[0]!, nowMs)).toBeUndefined()
    const more = { organisationId: 1, number: '4' }
    expect(afterDoubt(circuit({ doubts: seen, doubtedAtMs: 5 }), more, nowMs)).toEqual({
      from: { state: 'closed', doubtedAtMs: 5 },
      set: { doubts: [seen[1], seen[2], { ...more, atMs: nowMs }], doubtedAtMs: nowMs },
    })
  })

  it('that is open is soon tried again, by others, after a try that has proved nothing', () => {
    const asker = { organisationId: 1, number: 'a' }
    const probeAtMs = nowMs + probeIntervalMs
    expect(afterDoubt(circuit({ state: 'open', probeAtMs }), asker, nowMs)).toEqual({
      from: { state: 'open', probeAtMs },
      set: { probeAtMs: nowMs + doubtfulProbeMs, doubterId: 1 },
    })
    const doubted = circuit({ state: 'open', probeAtMs: nowMs, doubterId: 1 })
    expect(breakerGate(breakerFor(doubted, 2), nowMs)).toBe('probe')
    expect(breakerGate(breakerFor(doubted, 1), nowMs)).toBe('wait')
    expect(retryAfterSeconds(doubted, 1, nowMs)).toBe(probeIntervalMs / 1000)
    expect(breakerGate(breakerFor(doubted, 1), nowMs + probeIntervalMs)).toBe('probe')
    expect(afterDoubt(circuit({ state: 'open', probeAtMs: nowMs }), asker, nowMs)).toBeUndefined()
  })

  it.each([
    [{ kind: 'not-found' }, 'success'],
    [{ kind: 'unreadable', reason: 'wrong-person' }, 'doubt'],
    [{ kind: 'unavailable', reason: 'refused' }, 'doubt'],
    [{ kind: 'unavailable', reason: 'throttled' }, 'none'],
    [{ kind: 'unavailable', reason: 'status' }, 'failure'],
    [{ kind: 'unavailable', reason: 'timeout' }, 'failure'],
    [{ kind: 'unavailable', reason: 'reset' }, 'failure'],
    [{ kind: 'unavailable', reason: 'connection' }, 'failure'],
  ] as const)('takes %j as a sign of %s', (answer, sign) => expect(classifyResult(answer)).toBe(sign))

  it('is not opened by such answers while others can be read, nor by those from before', () => {
    const doubts = [2, 3].map(each => ({ organisationId: each, number: `${each}`, atMs: nowMs - 40_000 }))
    const asker = { organisationId: 1, number: 'a' }
    const opensAfter = (successMs: number) =>
      afterDoubt(circuit({ doubts, lastSuccessAt: new Date(successMs).toISOString() }), asker, nowMs)?.set
        .state === 'open'
    expect(opensAfter(nowMs - 1)).toBe(false)
    expect(opensAfter(nowMs - doubtQuietMs)).toBe(false)
    expect(opensAfter(nowMs - 40_001)).toBe(true)
    const known = [...doubts, { ...asker, atMs: nowMs - 35_000 }]
    expect(afterDoubt(circuit({ doubts: known }), asker, nowMs)?.set.state).toBe('open')
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
  it('keeps nothing of whom was doubted once a success is noted, unless another doubt came meanwhile', () => {
    const doubts = [{ organisationId: 1, number: 'a', atMs: nowMs - 5 }]
    const seen = circuit({ sampledAtMs: 0, doubts, doubtedAtMs: nowMs - 5 })
    const noted = afterSuccess(seen, 120, nowMs)
    expect(noted?.from).toEqual({ sampledAtMs: 0, doubtedAtMs: nowMs - 5 })
    expect(noted?.set.doubts).toEqual([])
    expect(afterSuccess(circuit({ sampledAtMs: 0 }), 120, nowMs)?.set).not.toHaveProperty('doubts')
  })
})
