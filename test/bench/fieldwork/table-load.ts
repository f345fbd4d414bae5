import { dynamodb } from '../../../shared/table/dynamodb.ts'
import { teamsPartition } from '../../../shared/table/keys.ts'
import { openMeter, type Units } from '../dynamodb-units.ts'
import { currentAct } from './day-clock.ts'

/* What the acts of a day ask of the table: calls, units, and how many of these one partition takes in a second. */

const kinds = ['table', 'gsi1', 'gsi2'] as const
type Kind = (typeof kinds)[number]

export interface HotPartition {
  readonly partition: string
  readonly units: number
  /** Of the day's clock, in seconds since 1970. */
  readonly second: number
}

export interface StepLoad {
  calls: number
  refused: number
  readUnits: number
  writeUnits: number
  readonly hottest: Partial<Record<Kind, HotPartition>>
}

const teams = `table ${teamsPartition}`

const kindOf = (partition: string): Kind => kinds.find(kind => partition.startsWith(`${kind} `))!

interface SentRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface ClientAnswer {
  readonly output: { readonly ConsumedCapacity?: { readonly CapacityUnits?: number } }
}

type SendCall = (sent: { readonly input: object; readonly request: SentRequest }) => Promise<ClientAnswer>

/**
 * Counts every call that this process makes from now on; only what somebody in the field does counts in a step. Units are
 * those of the meter and, of queries, what the engine says that they read.
 */
export const openTableLoad = (stepAt: (atMs: number) => string) => {
  const meter = openMeter()
  const steps = new Map<string, StepLoad>()
  const seconds = new Map<number, Map<string, number>>()

  const loadOf = (step: string): StepLoad => {
    const load = steps.get(step) ?? { calls: 0, refused: 0, readUnits: 0, writeUnits: 0, hottest: {} }
    steps.set(step, load)
    return load
  }

  const note = (all: readonly Units[], isRefused: boolean): void => {
    const act = currentAct()
    if (!act) return
    const load = loadOf(stepAt(act.atMs))
    const second = Math.floor(act.atMs / 1000)
    const partitions = seconds.get(second) ?? new Map<string, number>()
    seconds.set(second, partitions)
    act.calls++
    load.calls++
    if (isRefused) load.refused++
    for (const { read, write, partitions: taken } of all) {
      act.readUnits += read
      load.readUnits += read
      load.writeUnits += write
      if (taken.some(({ partition }) => partition === teams)) act.sharedCalls++
      for (const { partition, units } of taken)
        partitions.set(partition, (partitions.get(partition) ?? 0) + units)
    }
  }

  const ask =
    (next: SendCall): SendCall =>
    sent => {
      if ('KeyConditionExpression' in sent.input)
        Object.assign(sent.input, { ReturnConsumedCapacity: 'TOTAL' })
      return next(sent)
    }

  const count =
    (next: SendCall): SendCall =>
    async sent => {
      const { headers, body } = sent.request
      const action = headers['x-amz-target']!.split('.').at(-1)!
      const isWrite = /^(Put|Update|Delete|Transact)/.test(action)
      try {
        const answer = await next(sent)
        note(meter.unitsOf(action, body, answer.output.ConsumedCapacity?.CapacityUnits), false)
        return answer
      } catch (error) {
        note(isWrite ? meter.unitsOfRefused(action, body) : [], true)
        throw error
      }
    }

  const { middlewareStack } = dynamodb()
  middlewareStack.add(ask as never, { step: 'initialize', name: 'askCapacity' })
  middlewareStack.add(count as never, { step: 'finalizeRequest', name: 'countCalls' })

  /** What is over by then is judged, and forgotten. */
  const closeSeconds = (beforeMs: number): void => {
    for (const [second, partitions] of seconds) {
      if (second * 1000 >= beforeMs) continue
      const { hottest } = loadOf(stepAt(second * 1000))
      for (const [partition, units] of partitions) {
        const kind = kindOf(partition)
        if (units > (hottest[kind]?.units ?? 0)) hottest[kind] = { partition, units, second }
      }
      seconds.delete(second)
    }
  }

  return { steps: steps as ReadonlyMap<string, Readonly<StepLoad>>, closeSeconds }
}
export type TableLoad = ReturnType<typeof openTableLoad>
