import { setTimeout as sleep } from 'node:timers/promises'
import { withoutStage } from '../support/names.ts'
import type { World } from '../support/world.ts'
import { openMeter, type Units } from './dynamodb-units.ts'
import type { Invocation, Watch } from './lambda-invocations.ts'

/** What one piece of work used, on average over its repetitions. */
export interface Usage {
  readonly apiRequests: number
  readonly functions: readonly FunctionUsage[]
  readonly units: readonly Units[]
  readonly writeUnits: number
  readonly readUnits: number
  readonly plainQueueRequests: number
  /** Of messages in groups, which cost more. */
  readonly fairQueueRequests: number
  readonly stateEntries: number
  readonly secretReads: number
  readonly logBytes: number
}

export interface FunctionUsage {
  readonly name: string
  readonly memoryMb: number
  readonly invocations: number
  readonly medianMs: number
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const functionsOf = (invocations: readonly Invocation[], repetitions: number): FunctionUsage[] =>
  Object.entries(Object.groupBy(invocations, ({ functionName }) => functionName)).map(([name, all = []]) => ({
    name: withoutStage(name),
    memoryMb: all[0]!.memoryMb,
    invocations: all.length / repetitions,
    medianMs: median(all.map(({ durationMs }) => durationMs)),
  }))

/** Waits until nothing has happened for a second. */
const settle = async ({ region }: World, { invocations }: Watch): Promise<void> => {
  for (let seen = -1; seen !== region.recorded.length + invocations.length; ) {
    seen = region.recorded.length + invocations.length
    await sleep(1000)
  }
}

interface Message {
  readonly MessageGroupId?: string
}
const entriesOf = (request: Message & { Entries?: readonly Message[] }) => request.Entries ?? [request]
/** One to send, and one each to receive and to delete every message. */
const requestsOf = (entries: readonly Message[], isFair: boolean): number => {
  const ours = entries.filter(({ MessageGroupId }) => (MessageGroupId !== undefined) === isFair)
  return ours.length === 0 ? 0 : 1 + 2 * ours.length
}
const isDynamoDb = ({ service }: { service: string }): boolean => service === 'dynamodb'
const isApi = ({ name }: FunctionUsage): boolean => name.startsWith('api-')
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)

/** Does the work a few times until the containers are warm, then measures its repetitions, one after the other. */
export const measure = async (
  world: World,
  watch: Watch,
  { warmUps, repetitions, work }: { warmUps: number; repetitions: number; work: () => Promise<unknown> },
): Promise<Usage> => {
  for (let count = 0; count < warmUps; count++) await work()
  await settle(world, watch)
  const meter = openMeter()
  for (const { action, body } of world.region.recorded.filter(isDynamoDb)) meter(action, body)
  const [start, firstInvocation, firstLine] = [
    world.region.recorded.length,
    watch.invocations.length,
    world.logLines.length,
  ]
  for (let count = 0; count < repetitions; count++) await work()
  await settle(world, watch)
  const calls = world.region.recorded.slice(start)
  const units = calls.filter(isDynamoDb).flatMap(({ action, body }) => [...meter(action, body)])
  const sendings = calls
    .filter(({ service }) => service === 'sqs')
    .map(({ body }) => entriesOf(JSON.parse(body)))
  const functions = functionsOf(watch.invocations.slice(firstInvocation), repetitions)
  const perWork = (count: number) => count / repetitions
  return {
    apiRequests: sum(functions.filter(isApi).map(({ invocations }) => invocations)),
    functions,
    units: units.slice(0, Math.ceil(units.length / repetitions)),
    writeUnits: perWork(sum(units.map(({ write }) => write))),
    readUnits: perWork(sum(units.map(({ read }) => read))),
    plainQueueRequests: perWork(sum(sendings.map(entries => requestsOf(entries, false)))),
    fairQueueRequests: perWork(sum(sendings.map(entries => requestsOf(entries, true)))),
    stateEntries: perWork(calls.filter(({ action }) => action === 'TaskInput').length),
    secretReads: perWork(calls.filter(({ service }) => service === 'secretsmanager').length),
    logBytes: perWork(sum(world.logLines.slice(firstLine).map(line => Buffer.byteLength(line)))),
  }
}
