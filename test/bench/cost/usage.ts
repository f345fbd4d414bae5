import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../support/environment.ts'
import { withoutStage } from '../../support/names.ts'
import { openMeter, type StoredItem, type Units } from '../dynamodb-units.ts'
import { gatewayBytes } from './assumptions.ts'
import type { Call } from './container.ts'
import { type FunctionUsage, functionsOf } from './functions.ts'
import { type Invocation, invocationsOf } from './metering.ts'
import type { Direct } from './visit.ts'

/** What one piece of work used, on average over its repetitions. */
export interface Usage {
  readonly exchanges: number
  /** As the gateway counts them. */
  readonly apiRequests: number
  readonly answerBytes: number
  readonly bucketPuts: number
  readonly bucketGets: number
  /** What people got from the bucket. */
  readonly bucketBytes: number
  readonly functions: readonly FunctionUsage[]
  /** Of the first repetition, for people. */
  readonly units: readonly Units[]
  readonly writeUnits: number
  readonly readUnits: number
  /** What it left in the table, each for so many days. */
  readonly stored: readonly StoredItem[]
  readonly plainQueueRequests: number
  /** Of messages in groups, which cost more. */
  readonly fairQueueRequests: number
  readonly stateEntries: number
  readonly logBytes: number
  readonly logEvents: number
}

/** A world whose functions are metered, and where its assembly lies. */
export interface MeteredWorld {
  readonly world: World
  readonly assembly: string
}

/** Waits until nothing has happened for a second. */
/** Until nothing has happened for a second. */
export const settle = async ({ world, assembly }: MeteredWorld): Promise<void> => {
  const happened = () => world.emulator.recorded.length + invocationsOf(assembly).length
  for (let seen = -1; seen !== happened(); await sleep(1000)) seen = happened()
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
const isApi = ({ functionName }: Invocation): boolean => withoutStage(functionName).startsWith('api-')
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)

/** The emulator puts the function's name before each. */
const textOf = (line: string): string => line.slice(line.indexOf(' ') + 1)

const positionIn = ({ world, assembly }: MeteredWorld) => ({
  call: world.emulator.recorded.length,
  invocation: invocationsOf(assembly).length,
  line: world.logLines.length,
})

type Recorded = World['emulator']['recorded']

const tableUsage = (recorded: Recorded, from: number, repetitions: number) => {
  const meter = openMeter()
  const unitsOf = (calls: Recorded) =>
    calls
      .filter(({ service }) => service === 'dynamodb')
      .flatMap(({ action, body }) => [...meter.unitsOf(action, body)])
  unitsOf(recorded.slice(0, from))
  const nowMs = Date.now()
  const before = new Set(meter.stored(nowMs).map(({ key }) => key))
  const units = unitsOf(recorded.slice(from))
  return {
    units: units.slice(0, Math.ceil(units.length / repetitions)),
    writeUnits: sum(units.map(({ write }) => write)) / repetitions,
    readUnits: sum(units.map(({ read }) => read)) / repetitions,
    stored: meter
      .stored(nowMs)
      .filter(({ key }) => !before.has(key))
      .map(({ tableBytes, indexBytes, ...item }) => ({
        ...item,
        tableBytes: tableBytes / repetitions,
        indexBytes: indexBytes / repetitions,
      })),
  }
}

interface Repeated {
  readonly repetitions: number
  readonly work: () => Promise<unknown>
  /** What went past all functions so far. */
  readonly direct?: () => Direct
}

const nothing = (): Direct => ({ puts: 0, gets: 0, bytes: 0 })

const byKind = (invocations: readonly Invocation[], kind: Call['kind']): number =>
  invocations.flatMap(({ calls }) => calls.filter(call => call.to === 'S3' && call.kind === kind)).length

/** Does the work so often, one after the other, and says what it used. */
export const measure = async (
  metered: MeteredWorld,
  { repetitions, work, direct = nothing }: Repeated,
): Promise<Usage> => {
  const { world, assembly } = metered
  await settle(metered)
  const before = direct()
  const from = positionIn(metered)
  for (let count = 0; count < repetitions; count++) await work()
  await settle(metered)
  const { recorded } = world.emulator
  const calls = recorded.slice(from.call)
  const sendings = calls
    .filter(({ service }) => service === 'sqs')
    .map(({ body }) => entriesOf(JSON.parse(body)))
  const all = invocationsOf(assembly)
  const run = all.slice(from.invocation)
  const through = run.filter(isApi)
  const after = direct()
  const lines = world.logLines.slice(from.line)
  const perWork = (count: number) => count / repetitions
  return {
    exchanges: perWork(through.length),
    apiRequests: perWork(
      sum(through.map(({ answerBytes }) => Math.max(1, Math.ceil(answerBytes / gatewayBytes)))),
    ),
    bucketPuts: perWork(byKind(run, 'put') + after.puts - before.puts),
    bucketGets: perWork(byKind(run, 'get') + after.gets - before.gets),
    bucketBytes: perWork(after.bytes - before.bytes),
    answerBytes: perWork(sum(through.map(({ answerBytes }) => answerBytes))),
    functions: functionsOf(run, all, repetitions),
    ...tableUsage(recorded, from.call, repetitions),
    plainQueueRequests: perWork(sum(sendings.map(entries => requestsOf(entries, false)))),
    fairQueueRequests: perWork(sum(sendings.map(entries => requestsOf(entries, true)))),
    stateEntries: perWork(calls.filter(({ action }) => action === 'TaskInput').length),
    logBytes: perWork(sum(lines.map(line => Buffer.byteLength(textOf(line))))),
    logEvents: perWork(lines.length),
  }
}

type Counts = Omit<Usage, 'functions' | 'units' | 'stored'>

/** Of several kinds of work, each with its share, as if one kind: what people read of it is of the first. */
export const mixOf = (parts: readonly (readonly [share: number, usage: Usage])[]): Usage => {
  const counted = <Name extends keyof Counts>(name: Name) =>
    sum(parts.map(([share, usage]) => share * usage[name]))
  const names = new Set(parts.flatMap(([, { functions }]) => functions.map(({ name }) => name)))
  const functions = [...names].map(wanted => {
    const found = parts.flatMap(([share, usage]) =>
      usage.functions
        .filter(({ name }) => name === wanted)
        .map(one => ({ ...one, invocations: one.invocations * share })),
    )
    const invocations = sum(found.map(one => one.invocations))
    const mean = (name: Exclude<keyof FunctionUsage, 'name'>) =>
      sum(found.map(one => one[name] * one.invocations)) / invocations
    return {
      ...found[0]!,
      invocations,
      cpuMs: mean('cpuMs'),
      billedMs: mean('billedMs'),
      waitedMs: mean('waitedMs'),
      upstreamMs: mean('upstreamMs'),
    }
  })
  return {
    exchanges: counted('exchanges'),
    apiRequests: counted('apiRequests'),
    answerBytes: counted('answerBytes'),
    bucketPuts: counted('bucketPuts'),
    bucketGets: counted('bucketGets'),
    bucketBytes: counted('bucketBytes'),
    functions,
    units: parts[0]![1].units,
    writeUnits: counted('writeUnits'),
    readUnits: counted('readUnits'),
    stored: parts.flatMap(([share, { stored }]) =>
      stored.map(({ tableBytes, indexBytes, ...item }) => ({
        ...item,
        tableBytes: tableBytes * share,
        indexBytes: indexBytes * share,
      })),
    ),
    plainQueueRequests: counted('plainQueueRequests'),
    fairQueueRequests: counted('fairQueueRequests'),
    stateEntries: counted('stateEntries'),
    logBytes: counted('logBytes'),
    logEvents: counted('logEvents'),
  }
}
