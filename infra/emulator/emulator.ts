/**
 * The laptop's region: one process that hosts a synthesised CDK cloud assembly for real. It reads the
 * templates, refuses what it cannot do, starts the engines and runs the functions unmodified.
 */
import { type Assembly, defaultRegion, readAssembly } from './cloudformation/assembly.ts'
import { functionNameOf } from './cloudformation/deployment-problems.ts'
import { findResource, type Plan, planEmulation } from './cloudformation/plan.ts'
import type { CustomerAccounts } from './customer/accounts.ts'
import {
  type EmulatorResources,
  type EmulatorResourceOptions,
  acquireResources,
} from './emulator-resources.ts'
import {
  createAdministrator,
  credentialVariables,
  endpointVariables,
  type Principal,
} from './iam/principal.ts'
import { openRecorder, type RecordedRequest, type InvocationObserver } from './inspect.ts'
import { parse } from './json.ts'
import type { LambdaFunction } from './lambda/function.ts'
import { hostServices } from './services.ts'

export interface EmulatorOptions extends EmulatorResourceOptions {
  /** The folder `cdk.out` with its manifest.json. */
  readonly assembly: string
  /** Taken before, instead of a port and a folder; the region lets go of it when it stops. */
  readonly ground?: EmulatorResources
  /** Hears, perhaps more than once, why the region cannot go on. What it accepted so far is kept. */
  onBreakdown?(reason: string): void
  /** Receives the functions' output, one line at a time. */
  writeLog?(line: string): void
  /** Containers that one function may have at a time. */
  readonly containersPerFunction?: number
  /** Keeps every request body for `Region.recorded`. */
  readonly record?: boolean
  /** Hears from the first event on what functions do. */
  witness?(plan: Plan): InvocationObserver
}

export interface Emulator {
  /** Of the HTTP API, such as `http://localhost:3000`. */
  readonly url: string
  /** `AWS_*` variables with which an SDK client is the administrator, `AWS_ENDPOINT_URL` among them. */
  readonly environment: Record<string, string>
  readonly outputs: Record<string, string>
  /** Where messages are laid instead of being sent. */
  readonly outboxFolder: string
  readonly recorded: RecordedRequest[]
  /** Accounts that are not ours, for what is sent into them. */
  readonly customers: CustomerAccounts
  /** What `Ref` answers, by logical id or construct path. Throws if there is no such resource. */
  physicalId(logicalIdOrConstructPath: string): string
  /** Invokes as an administrator would. Rejects with the function's error, its `name` being the errorType. */
  invoke(functionNameOrLogicalId: string, payload: unknown): Promise<unknown>
  /** From its next event on, the function runs the code of this folder. */
  replaceCode(functionNameOrLogicalId: string, folder: string): void
  /** Takes nothing new, and lets what is under way end for so long at most; by default for no time at all. */
  stop(graceMilliseconds?: number): Promise<void>
}

/** Hosts the assembly. Rejects with one plain error if that is not possible, and leaves nothing behind then. */
export const startEmulator = async (options: EmulatorOptions): Promise<Emulator> => {
  await using cleanup = new AsyncDisposableStack()
  const { doors, data } = options.ground ?? (await acquireResources(options))
  cleanup.defer(doors.close)
  cleanup.defer(data.close)
  const assembly = readAssembly(options.assembly)
  const plan = planEmulation(assembly, doors.addresses)
  const recorder = openRecorder(options.record ?? false)
  const administrator = createAdministrator()
  const { writeLog = () => {}, onBreakdown = () => {}, containersPerFunction = 4 } = options
  const witness = options.witness?.(plan)
  const given = { plan, assembly, doors, data, recorder, administrator, containersPerFunction, witness }
  let grace = 0
  const { functions, customers } = await hostServices({
    ...given,
    writeLog,
    onBreakdown,
    grace: () => grace,
    cleanup,
  })
  data.complete()
  // Added last, so done first: nothing new comes in while the rest ends.
  cleanup.defer(() => doors.drain(grace))
  const running = cleanup.move()

  const find = (id: string): LambdaFunction => {
    const lambda = functions.get(functionNameOf(id)) ?? functions.get(findResource(plan, id).ref)
    if (lambda === undefined) throw new Error(`${id} is not a function`)
    return lambda
  }
  return {
    url: doors.addresses.httpApi,
    environment: administratorVariables(administrator, assembly, doors.addresses.gateway),
    outputs: plan.outputs,
    outboxFolder: data.outboxFolder,
    recorded: recorder.recorded,
    customers,
    physicalId: id => findResource(plan, id).ref,
    invoke: (id, payload) => invoke(find(id), payload),
    replaceCode: (id, folder) => find(id).replaceCode(folder),
    stop: (graceMilliseconds = 0) => {
      grace = graceMilliseconds
      return running.disposeAsync()
    },
  }
}

const administratorVariables = (
  { credentials }: Principal,
  { stacks }: Assembly,
  gatewayUrl: string,
): Record<string, string> => ({
  AWS_REGION: stacks[0]?.region ?? defaultRegion,
  ...credentialVariables(credentials),
  ...endpointVariables(gatewayUrl),
})

const invoke = async (lambda: LambdaFunction, payload: unknown): Promise<unknown> => {
  const result = await lambda.invoke(JSON.stringify(payload ?? {}))
  if (result.ok) return parse(result.payload)
  throw Object.assign(new Error(result.error.errorMessage), { name: result.error.errorType })
}
