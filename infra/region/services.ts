/** Starts the engines and hosts every resource of the plan, in the one order in which they can lean on each other. */

import { type HandleHttp, hostHttpApi } from './api-gateway/http-api.ts'
import { functionNameOf } from './cloudformation/deployment-problems.ts'
import type { DataDirectory } from './data-directory.ts'
import { startDynamoDbEngine } from './dynamodb/dynamodb-engine.ts'
import { connectEngine } from './dynamodb/engine-connection.ts'
import { hostTable } from './dynamodb/table.ts'
import { openWriteSignal } from './dynamodb/write-signal.ts'
import type { createGateway } from './gateway.ts'
import { openPermissions } from './iam/permissions.ts'
import type { Principal } from './iam/principal.ts'
import type { Recorder } from './inspect.ts'
import type { LambdaFunction } from './lambda/function.ts'
import { type FunctionsOptions, hostFunctions } from './lambda/functions.ts'
import { hostMappings } from './lambda/mappings.ts'
import { type Engines, requestHandlers, resourceDirectory } from './request-handlers.ts'
import { type Bucket, hostBucket } from './s3/bucket.ts'
import { hostSchedules } from './scheduler/schedule.ts'
import { hostSecrets } from './secrets/secret.ts'
import { startFauxqs } from './sqs/fauxqs.ts'
import { hostQueue } from './sqs/queue.ts'
import { openExecutionJournal } from './step-functions/execution-journal.ts'
import { hostStateMachines } from './step-functions/state-machine.ts'
import { openStatesApi } from './step-functions/states-api.ts'
import type { InvokeFunction, Tasks } from './step-functions/task-token.ts'

export interface ServicesOptions extends FunctionsOptions {
  readonly data: DataDirectory
  readonly recorder: Recorder
  readonly administrator: Principal
  readonly gateway: ReturnType<typeof createGateway>
}

export interface Services {
  readonly handleHttp: HandleHttp | undefined
  findFunction(nameOrArn: string): LambdaFunction | undefined
}

/** What it started is added to `cleanup`, last in first out. */
export const hostServices = async (options: ServicesOptions): Promise<Services> => {
  const { plan, data, cleanup } = options
  const stores = await hostStores(options)
  const { functions, principals } = hostFunctions(options)
  const findFunction = (nameOrArn: string) => functions.get(functionNameOf(nameOrArn))
  const journal = openExecutionJournal(data.database)
  const invoke = invokeForWorkflows(findFunction, options.recorder)
  const machines = hostStateMachines(plan.ofType('AWS::StepFunctions::StateMachine'), journal, invoke)
  cleanup.defer(() => machines.stop())

  const engines = { ...stores, callStates: openStatesApi(machines, journal) }
  openGateway(options, engines, principals, machines.tasks)
  machines.resume()
  const mappings = hostMappings({ ...options, ...stores, findFunction })
  // The mappings must know that they stop before the functions under them do.
  cleanup.defer(async () => {
    const stopping = mappings.map(mapping => mapping.stop())
    stores.writes.notify()
    await Promise.all([...functions.values()].map(lambda => lambda.stop()))
    await Promise.all(stopping)
  })
  cleanup.defer(hostSchedules(plan.ofType('AWS::Scheduler::Schedule', 'AWS::Events::Rule'), findFunction))
  const [api] = plan.ofType('AWS::ApiGatewayV2::Api')
  return { findFunction, handleHttp: api && hostHttpApi(api, plan.resources, findFunction) }
}

/** Tables, queues, buckets and secrets, and the engines under them. */
const hostStores = async ({ plan, data, cleanup }: ServicesOptions): Promise<Stores> => {
  const fauxqs = await startFauxqs(data.queueFolder)
  cleanup.defer(() => fauxqs.stop())
  const engine = await startDynamoDbEngine(data.tableFile)
  cleanup.defer(() => engine.stop())
  const connection = connectEngine(engine.endpoint)
  cleanup.defer(() => connection.close())
  const tables = plan.ofType('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')
  return {
    fauxqs,
    connection,
    writes: openWriteSignal(),
    tables: await Promise.all(tables.map(table => hostTable(table, connection.call))),
    queues: plan.ofType('AWS::SQS::Queue').map(queue => hostQueue(queue, fauxqs)),
    buckets: plan.ofType('AWS::S3::Bucket').map(bucket => hostBucket(bucket, fauxqs)),
    secrets: hostSecrets(plan.ofType('AWS::SecretsManager::Secret'), data.database),
  }
}

type Stores = Omit<Engines, 'callStates'> & { buckets: Bucket[] }

const openGateway = (
  { gateway, administrator, plan, recorder }: ServicesOptions,
  engines: Engines & Stores,
  principals: Principal[],
  tasks: Tasks,
): void => {
  gateway.open({
    principals: new Map([administrator, ...principals].map(one => [one.credentials.accessKeyId, one])),
    permissions: openPermissions(plan.roles),
    directory: resourceDirectory(engines, tasks),
    json: requestHandlers(engines),
    fauxqs: engines.fauxqs,
    buckets: new Map(engines.buckets.map(bucket => [bucket.name, bucket])),
    record: recorder.record,
  })
}

const invokeForWorkflows =
  (findFunction: Services['findFunction'], { record }: Recorder): InvokeFunction =>
  async (name, payload) => {
    record('states', 'TaskInput', payload)
    const result = (await findFunction(name)?.invoke(payload)) ?? missingFunction(name)
    if (result.ok) record('states', 'TaskOutput', result.payload)
    return result
  }

const missingFunction = (name: string) =>
  ({
    ok: false,
    error: { errorType: 'Lambda.ResourceNotFoundException', errorMessage: `Function not found: ${name}` },
  }) as const
