import { withoutStage } from '../../support/names.ts'
import { megabytesPerCore, receiverMs, waitMs } from './assumptions.ts'
import type { Call } from './container.ts'
import type { Invocation } from './metering.ts'

/** What one function used for one piece of work. Milliseconds are per invocation, as they are billed. */
export interface FunctionUsage {
  readonly name: string
  readonly memoryMb: number
  readonly invocations: number
  /** Measured, of a whole core. */
  readonly cpuMs: number
  /** For what runs in Lambda. */
  readonly billedMs: number
  /** Of which it waited for AWS, and for a receiver or registry. */
  readonly waitedMs: number
  readonly upstreamMs: number
  /** What a container spends on loading our code, when it has a whole core. */
  readonly importCpuMs: number
  /** What its first invocation computes longer than later ones. */
  readonly firstCpuMs: number
  /** By each container. */
  readonly secretReads: number
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((total, one) => total + one, 0) / values.length

/** Milliseconds at the part of a core that the memory buys. */
const onLambda = (cpuMs: number, memoryMb: number): number => cpuMs * Math.max(1, megabytesPerCore / memoryMb)

/** How long calls take that each ran after those that had ended before it started. */
export const waited = (calls: readonly Call[], msOf: (call: Call) => number): number => {
  const ends: { readonly realMs: number; readonly endMs: number }[] = []
  for (const call of calls.toSorted((a, b) => a.startMs - b.startMs)) {
    const before = ends.filter(({ realMs }) => realMs <= call.startMs).map(({ endMs }) => endMs)
    ends.push({ realMs: call.endMs, endMs: Math.max(0, ...before) + msOf(call) })
  }
  return Math.max(0, ...ends.map(({ endMs }) => endMs))
}

interface Measured {
  readonly name: string
  readonly measured: readonly Invocation[]
  /** Of this function, ever. */
  readonly all: readonly Invocation[]
}

/** @param invokedMs what the one function takes that others wait for */
const usageOf = ({ name, measured, all }: Measured, invokedMs: number) => {
  const awsMs = ({ to }: Call): number =>
    to === 'upstream' ? 0 : waitMs[to] + (to === 'Lambda' ? invokedMs : 0)
  const callMs = (call: Call): number => (call.to === 'upstream' ? receiverMs : awsMs(call))
  const { memoryMb } = measured[0]!
  const isLookUp = name.startsWith('api-ng-') || name.startsWith('api-ke-')
  const totals = measured.map(({ calls }) => waited(calls, isLookUp ? awsMs : callMs))
  const waitedMs = mean(measured.map(({ calls }) => waited(calls, awsMs)))
  const firsts = all.filter(({ importCpuMs }) => importCpuMs !== undefined)
  const cpuMs = mean(measured.map(one => one.cpuMs))
  return {
    name,
    memoryMb,
    cpuMs,
    billedMs: mean(measured.map((one, index) => Math.ceil(onLambda(one.cpuMs, memoryMb) + totals[index]!))),
    waitedMs,
    upstreamMs: mean(totals) - waitedMs,
    importCpuMs: mean(firsts.map(({ importCpuMs = 0 }) => importCpuMs)),
    firstCpuMs: onLambda(Math.max(0, mean(firsts.map(one => one.cpuMs)) - cpuMs), memoryMb),
    secretReads:
      all.flatMap(({ calls }) => calls.filter(({ to }) => to === 'Secrets Manager')).length / firsts.length,
  }
}

/** The one function that others invoke and wait for. */
const invoked = 'evidence-re-encode'

/** Of each function that these invocations are of; how its containers started is read from all there ever were. */
export const functionsOf = (
  measured: readonly Invocation[],
  all: readonly Invocation[],
  repetitions: number,
): FunctionUsage[] => {
  const each = Object.entries(Object.groupBy(measured, ({ functionName }) => functionName)).map(
    ([functionName, own = []]) => ({
      name: withoutStage(functionName),
      measured: own,
      all: all.filter(one => one.functionName === functionName),
    }),
  )
  const first = each.find(({ name }) => name === invoked)
  const invokedMs = first ? usageOf(first, 0).billedMs : 0
  return each.map(one => ({
    ...usageOf(one, invokedMs),
    invocations: one.measured.length / repetitions,
  }))
}
