/**
 * Hosts a synthesised CDK cloud assembly in one process: it refuses what it cannot do, starts the engines and
 * runs the functions unmodified.
 */
import { defaultRegion, readAssembly } from './cloudformation/assembly.ts'
import { functionNameOf } from './cloudformation/deployment-problems.ts'
import { findResource, type Plan, planEmulation } from './cloudformation/plan.ts'
import { type OpenCustomers, openNoCustomers } from './customers.ts'
import {
  acquireResources,
  type EmulatorResourceOptions,
  type EmulatorResources,
} from './emulator-resources.ts'
import { administrator, clientVariables } from './iam/principal.ts'
import { type InvocationObserver, openRecorder, type RecordedRequest } from './inspect.ts'
import { parse } from './json.ts'
import type { WarmOptions } from './lambda/container-pool.ts'
import type { LambdaFunction } from './lambda/function.ts'
import { hostServices } from './services.ts'

export interface EmulatorOptions extends EmulatorResourceOptions {
  readonly assembly: string
  /** Acquired earlier, instead of a port and a folder. The emulator releases it when it stops. */
  readonly resources?: EmulatorResources
  /** Receives, perhaps more than once, why the emulator cannot go on. What it accepted is stored. */
  onBreakdown?(reason: string): void
  writeLog?(line: string): void
  /** Awaited before any queue, stream, schedule, workflow or request is served. Where it rejects, the emulator does not start. */
  beforeWork?(emulator: InvokedFunctions): Promise<void>
  /** Maximum containers of one function. */
  readonly containersPerFunction?: number
  /** Of all functions together, how many idle containers are kept and for how long; 32 for a minute unless told. */
  readonly warm?: WarmOptions
  /** Stores every request body in `Emulator.recorded`. */
  readonly record?: boolean
  witness?(plan: Plan): InvocationObserver
  /** There are no customers' accounts unless told. */
  readonly openCustomers?: OpenCustomers
}

/** What can be done before the emulator works by itself. */
export interface InvokedFunctions {
  readonly outputs: Record<string, string>
  /** Invokes as an administrator. Rejects with the function's error; its `name` is the errorType. */
  invoke(functionNameOrLogicalId: string, payload: unknown): Promise<unknown>
}

export interface Emulator extends InvokedFunctions {
  readonly url: string
  /** `AWS_*` variables that make an SDK client the administrator. */
  readonly environment: Record<string, string>
  /** Below the folder, or temporary. It may not exist yet. */
  readonly outboxFolder: string
  readonly recorded: RecordedRequest[]
  /** Value of `Ref`, by logical id or construct path. Throws if there is no such resource. */
  physicalId(logicalIdOrConstructPath: string): string
  replaceCode(functionNameOrLogicalId: string, folder: string): void
  /** Accepts nothing new, and waits this long for what is in progress. */
  stop(graceMilliseconds?: number): Promise<void>
}

/** Hosts the assembly. Rejects with one plain error if that is not possible, and releases everything then. */
export const startEmulator = async (options: EmulatorOptions): Promise<Emulator> => {
  await using cleanup = new AsyncDisposableStack()
  const { listeners, data } = options.resources ?? (await acquireResources(options))
  cleanup.defer(listeners.close)
  cleanup.defer(data.close)
  const assembly = readAssembly(options.assembly)
  const plan = planEmulation(assembly, listeners.addresses)
  const recorder = openRecorder(options.record ?? false)
  let grace = 0
  const functions = await hostServices({
    plan,
    assembly,
    listeners,
    data,
    recorder,
    cleanup,
    containersPerFunction: options.containersPerFunction ?? 4,
    warm: options.warm ?? { maximum: 32, idleSeconds: 60 },
    openCustomers: options.openCustomers ?? openNoCustomers,
    witness: options.witness?.(plan),
    writeLog: options.writeLog ?? (() => {}),
    onBreakdown: options.onBreakdown ?? (() => {}),
    grace: () => grace,
    beforeWork: async functions =>
      options.beforeWork?.({ outputs: plan.outputs, invoke: invokeIn(plan, functions) }),
  })
  data.complete()
  // Added last, so done first: no new request comes in while the rest ends.
  cleanup.defer(() => listeners.drain(grace))
  const running = cleanup.move()

  return {
    url: listeners.addresses.httpApi,
    environment: {
      AWS_REGION: assembly.stacks[0]?.region ?? defaultRegion,
      ...clientVariables(administrator, listeners.addresses.gateway),
    },
    outputs: plan.outputs,
    outboxFolder: data.outboxFolder,
    recorded: recorder.recorded,
    physicalId: id => findResource(plan, id).ref,
    invoke: invokeIn(plan, functions),
    replaceCode: (id, folder) => findIn(plan, functions, id).replaceCode(folder),
    stop: (graceMilliseconds = 0) => {
      grace = graceMilliseconds
      return running.disposeAsync()
    },
  }
}

type Functions = ReadonlyMap<string, LambdaFunction>

const findIn = (plan: Plan, functions: Functions, id: string): LambdaFunction => {
  const lambda = functions.get(functionNameOf(id)) ?? functions.get(findResource(plan, id).ref)
  if (lambda === undefined) throw new Error(`${id} is not a function`)
  return lambda
}

const invokeIn =
  (plan: Plan, functions: Functions): InvokedFunctions['invoke'] =>
  async (id, payload) => {
    const result = await findIn(plan, functions, id).invoke(JSON.stringify(payload ?? {}))
    if (result.ok) return parse(result.payload)
    throw Object.assign(new Error(result.error.errorMessage), { name: result.error.errorType })
  }
