import { StateMachine } from 'aws-local-stepfunctions'
import { beforeEach, describe, expect, it } from 'vitest'
import { completionDefinition } from '../../../infra/constructs/workflow.ts'

const arn = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`
const tasks = { assign: arn('assign'), delay: arn('delay'), expire: arn('expire') }
const ids = { organisationId: 7, mode: 'test', verificationId: 1234567890123 }

let visited: string[]
beforeEach(() => {
  visited = []
})

/** Runs the workflow on an engine; a task answers what it is given to answer, by default nothing of interest. */
const run = async (answers: Record<string, (input: unknown) => unknown> = {}) => {
  const definition = completionDefinition(tasks, {
    dueSeconds: 1,
    expirySeconds: 2,
  })
  const states = Object.keys(definition.States)
  const handler = (state: string) => async (input: unknown) => {
    visited.push(state)
    return (await (answers[state] ?? (() => ({ ignored: true })))(input)) as string
  }
  const machine = new StateMachine(definition as ConstructorParameters<typeof StateMachine>[0])
  const { result } = machine.run(ids, {
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries(states.map(state => [state, handler(state)])),
      retryIntervalOverrides: Object.fromEntries(states.map(state => [state, 0])),
    },
    context: { Task: { Token: 'a-token' } },
  })
  return result
}

const never = () => new Promise<never>(() => {})
const failing = (times: number) => () => {
  if (times-- > 0) throw new Error('The table is throttled')
  return {}
}

describe('a verification', () => {
  it('that is decided in time takes one state', async () => {
    await run()
    expect(visited).toEqual(['AwaitDecision'])
  })

  it('that is decided late is marked as delayed once, and ends', async () => {
    await run({ AwaitDecision: never })
    expect(visited).toEqual(['AwaitDecision', 'MarkDelayed', 'AwaitLateDecision'])
  })

  it('that nobody decides expires', async () => {
    await run({ AwaitDecision: never, AwaitLateDecision: never })
    expect(visited).toEqual(['AwaitDecision', 'MarkDelayed', 'AwaitLateDecision', 'Expire'])
  })

  it('survives failures of every task', async () => {
    const four = () => failing(4)
    const calls: string[] = []
    const lateAfter = (failures: () => unknown) => () => {
      calls.push('late')
      failures()
      return never()
    }
    await run({
      AwaitDecision: never,
      MarkDelayed: four(),
      AwaitLateDecision: lateAfter(four()),
      Expire: four(),
    })
    expect(calls).toHaveLength(5)
    expect(visited.filter(state => state === 'Expire')).toHaveLength(5)
  })

  it('whose assignment fails is assigned again rather than called late', async () => {
    await run({ AwaitDecision: failing(6) })
    expect(visited).toEqual(Array(7).fill('AwaitDecision'))
  })

  it('that cannot be assigned at all ends as a failed execution, which rings an alarm', async () => {
    await expect(run({ AwaitDecision: failing(1000) })).rejects.toThrow()
    expect(visited).not.toContain('Expire')
  })

  it('is known to its tasks by its ids alone, and a wait by its token', async () => {
    const seen: Record<string, unknown> = {}
    const note = (state: string) => (input: unknown) => {
      seen[state] = (input as { Payload: unknown }).Payload
      return {}
    }
    await run({
      AwaitDecision: never,
      AwaitLateDecision: note('AwaitLateDecision'),
      MarkDelayed: note('MarkDelayed'),
    })
    expect(seen).toEqual({ MarkDelayed: ids, AwaitLateDecision: { ...ids, token: 'a-token' } })
  })

  it('comes out of the workflow with nothing but its ids', async () => {
    expect(await run()).toEqual(ids)
  })
})

describe('the patience of the workflow', () => {
  const { States } = completionDefinition(tasks, {
    dueSeconds: 172_800,
    expirySeconds: 1_209_600,
  })

  it('is 48 hours until late and 14 days in all', () => {
    expect(States.AwaitDecision.TimeoutSeconds).toBe(172_800)
    expect(States.AwaitDecision.TimeoutSeconds + States.AwaitLateDecision.TimeoutSeconds).toBe(1_209_600)
  })

  it('outlasts hours of trouble in every task', () => {
    for (const { Retry } of Object.values(States)) {
      const [{ IntervalSeconds, BackoffRate, MaxAttempts, MaxDelaySeconds }] = Retry as [
        (typeof Retry)[number],
      ]
      const waits = Array.from({ length: MaxAttempts }, (_, attempt) =>
        Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** attempt),
      )
      // Full jitter halves them on average.
      expect(waits.reduce((sum, wait) => sum + wait, 0) / 2).toBeGreaterThan(3 * 3600)
    }
  })
})
