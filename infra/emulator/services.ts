/** Starts the engines and hosts every resource, in the order in which they depend on each other. */
import { setTimeout as sleep } from 'node:timers/promises'
import { hostHttpApi } from './api-gateway/http-api.ts'
import { functionNameOf } from './cloudformation/deployment-problems.ts'
import type { CustomerAccounts } from './customer/accounts.ts'
import { openPermissions } from './iam/permissions.ts'
import type { Principal } from './iam/principal.ts'
import type { Recorder } from './inspect.ts'
import { hostFunctions, type LambdaFunction } from './lambda/function.ts'
import { hostMappings } from './lambda/mappings.ts'
import { requestHandlers, resourceDirectory } from './request-handlers.ts'
import { hostSchedules } from './scheduler/schedule.ts'
import { type CallStates, openStatesApi } from './step-functions/api.ts'
import { openExecutionJournal } from './step-functions/journal.ts'
import { hostStateMachines, type StateMachines } from './step-functions/state-machine.ts'
import type { InvokeFunction } from './step-functions/tasks.ts'
import { hostStores, type ServicesOptions, type Stores } from './stores.ts'

type FindFunction = (nameOrArn: string) => LambdaFunction | undefined

/** What it starts is added to `cleanup`, last in, first out. */
export const hostServices = async (
  options: ServicesOptions,
): Promise<{ functions: ReadonlyMap<string, LambdaFunction>; customers: CustomerAccounts }> => {
  const { plan, doors } = options
  const stores = await hostStores(options)
  const { functions, principals } = hostFunctions({ ...options, gatewayUrl: doors.addresses.gateway })
  const find: FindFunction = nameOrArn => functions.get(functionNameOf(nameOrArn))
  const { machines, callStates } = hostWorkflows(options, find)
  openGateway(options, { ...stores, callStates }, { principals, findFunction: find }, machines)
  machines.resume()
  hostSources(options, stores, functions, find)
  options.cleanup.defer(hostSchedules(plan.ofType('AWS::Scheduler::Schedule'), find))
  const [api] = plan.ofType('AWS::ApiGatewayV2::Api')
  if (api !== undefined) doors.openApi(hostHttpApi(api, plan.resources, find))
  return { functions, customers: stores.customers }
}

const hostWorkflows = ({ plan, data, cleanup, recorder, writeLog }: ServicesOptions, find: FindFunction) => {
  const journal = openExecutionJournal(data.database)
  const resources = plan.ofType('AWS::StepFunctions::StateMachine')
  const machines = hostStateMachines(resources, journal, invokeForWorkflows(find, recorder), writeLog)
  cleanup.defer(machines.stop)
  return { machines, callStates: openStatesApi(machines, journal) }
}

const openGateway = (
  { doors, administrator, plan, recorder, witness }: ServicesOptions,
  engines: Stores & { readonly callStates: CallStates },
  { principals, findFunction }: { principals: Principal[]; findFunction: FindFunction },
  { tasks }: StateMachines,
): void =>
  doors.openGateway({
    ...engines,
    principals: new Map([administrator, ...principals].map(one => [one.credentials.accessKeyId, one])),
    permissions: openPermissions(plan.roles, witness),
    findFunction,
    directory: resourceDirectory(engines, tasks),
    json: requestHandlers(engines),
    record: recorder.record,
  })

const hostSources = (
  options: ServicesOptions,
  stores: Stores,
  functions: ReadonlyMap<string, LambdaFunction>,
  findFunction: FindFunction,
): void => {
  const mappings = hostMappings({ ...options, ...stores, findFunction })
  // The mappings must stop before the functions that they invoke.
  options.cleanup.defer(async () => {
    const stopping = Promise.all(mappings.map(mapping => mapping.stop()))
    stores.writes.notify()
    await Promise.race([stopping, sleep(options.grace(), undefined, { ref: false })])
    await Promise.all([...functions.values()].map(lambda => lambda.stop()))
    await stopping
  })
}

const invokeForWorkflows =
  (find: FindFunction, { record }: Recorder): InvokeFunction =>
  async (arn, payload) => {
    record('states', 'TaskInput', payload)
    const result = (await find(arn)?.invoke(payload)) ?? missingFunction(arn)
    if (result.ok) record('states', 'TaskOutput', result.payload)
    return result
  }

const missingFunction = (arn: string) =>
  ({
    ok: false,
    error: { errorType: 'Lambda.ResourceNotFoundException', errorMessage: `Function not found: ${arn}` },
  }) as const
