import { setTimeout as sleep } from 'node:timers/promises'
import { hostHttpApi } from './api-gateway/http-api.ts'
import { functionNameOf } from './cloudformation/deployment-problems.ts'
import type { Plan } from './cloudformation/plan.ts'
import { hostIssuer } from './cognito/issuer.ts'
import { hostUserPool } from './cognito/user-pool.ts'
import type { OpenCustomers } from './customers.ts'
import type { DataDirectory } from './data-directory.ts'
import { connectEngine, startDynamoDbEngine } from './dynamodb/dynamodb-engine.ts'
import { openStreamRecords, openWriteSignal } from './dynamodb/stream-reader.ts'
import { hostTable } from './dynamodb/table.ts'
import type { Listeners } from './emulator-resources.ts'
import type { GatewayServices } from './gateway.ts'
import { type Directory, openPermissions } from './iam/permissions.ts'
import { administrator } from './iam/principal.ts'
import type { Recorder } from './inspect.ts'
import { type FunctionsOptions, hostFunctions, type LambdaFunction } from './lambda/function.ts'
import { hostMappings } from './lambda/mappings.ts'
import { callSms, openSentMessages } from './messages.ts'
import { hostBucket, hostLock } from './s3/bucket.ts'
import { openObjects } from './s3/plain-bucket.ts'
import { hostSchedules } from './scheduler/schedule.ts'
import { hostSecrets } from './secrets/secret.ts'
import { jsonAnswer, unsupportedAction } from './service-call.ts'
import { readQueueSettings } from './sqs/queue.ts'
import { openSqs } from './sqs/sqs-api.ts'
import { openExecutionJournal } from './step-functions/journal.ts'
import { type CallStates, hostStateMachines, openStatesApi } from './step-functions/state-machine.ts'
import type { InvokeFunction, Tasks } from './step-functions/tasks.ts'

interface ServicesOptions extends Omit<FunctionsOptions, 'gatewayUrl' | 'plan'> {
  readonly plan: Plan
  readonly data: DataDirectory
  readonly listeners: Listeners
  readonly recorder: Recorder
  readonly openCustomers: OpenCustomers
  /** Milliseconds that work in progress may take when the emulator stops. */
  grace(): number
  onBreakdown(reason: string): void
  /** Awaited when functions can be invoked, and nothing invokes them by itself. */
  beforeWork(functions: ReadonlyMap<string, LambdaFunction>): Promise<void>
}

export type Stores = Awaited<ReturnType<typeof hostStores>>

const hostStores = async (options: ServicesOptions) => {
  const { plan, data, cleanup, onBreakdown, listeners, openCustomers } = options
  const sqs = openSqs(data.database)
  cleanup.defer(sqs.stop)
  const engine = await startDynamoDbEngine(data.tableFile, onBreakdown)
  cleanup.defer(engine.stop)
  const connection = connectEngine(engine.endpoint, onBreakdown)
  const streamRecords = engine.databaseFile === undefined ? undefined : openStreamRecords(engine.databaseFile)
  cleanup.defer(() => streamRecords?.close())
  const buckets = plan.ofType('AWS::S3::Bucket')
  const tables = plan.ofType('AWS::DynamoDB::Table').map(table => hostTable(table, connection.call))
  return {
    sqs,
    objects: openObjects(data.database),
    bucketCors: new Map(buckets.map(hostBucket)),
    lockedBuckets: buckets.flatMap(bucket => hostLock(bucket, data.database) ?? []),
    connection,
    streamRecords,
    writes: openWriteSignal(),
    tables: await Promise.all(tables),
    queues: plan.ofType('AWS::SQS::Queue').map(queue => sqs.open(readQueueSettings(queue))),
    userPool: hostPeople({ plan, data, listeners }),
    secrets: hostSecrets(plan.ofType('AWS::SecretsManager::Secret'), data.database),
    outbox: openSentMessages(data.outboxFolder),
    customers: openCustomers(sqs),
  }
}

const hostPeople = ({ plan, data, listeners }: Pick<ServicesOptions, 'plan' | 'data' | 'listeners'>) => {
  const [resource] = plan.ofType('AWS::Cognito::UserPool')
  if (resource === undefined) return undefined
  const pool = hostUserPool(resource, plan.ofType('AWS::Cognito::UserPoolGroup'), data.database)
  const clients = plan.ofType('AWS::Cognito::UserPoolClient')
  listeners.openIssuer(hostIssuer({ url: listeners.addresses.issuer, pool, clients }))
  return pool
}

type FindFunction = (nameOrArn: string) => LambdaFunction | undefined

/**
 * Starts the engines and hosts every resource, in the order in which they depend on each other. What it starts is
 * added to `cleanup`, last in, first out.
 */
export const hostServices = async (options: ServicesOptions) => {
  const { plan, data, listeners, cleanup, recorder } = options
  const stores = await hostStores(options)
  const { functions, principals } = hostFunctions({ ...options, gatewayUrl: listeners.addresses.gateway })
  const findFunction: FindFunction = nameOrArn => functions.get(functionNameOf(nameOrArn))
  const journal = openExecutionJournal(data.database)
  const machines = hostStateMachines(
    plan.ofType('AWS::StepFunctions::StateMachine'),
    journal,
    invokeForWorkflows(findFunction, recorder),
    options.writeLog,
  )
  cleanup.defer(machines.stop)
  listeners.openGateway({
    ...stores,
    principals: new Map([administrator, ...principals].map(one => [one.credentials.accessKeyId, one])),
    permissions: openPermissions(plan.roles, options.witness),
    findFunction,
    directory: resourceDirectory(stores, machines.tasks),
    json: requestHandlers(stores, openStatesApi(machines, journal)),
    record: recorder.record,
  })
  await options.beforeWork(functions).catch(async (error: Error) => {
    await Promise.all([...functions.values()].map(lambda => lambda.stop()))
    throw error
  })
  machines.resume()
  const mappings = hostMappings({ ...options, ...stores, findFunction })
  // The mappings must stop before the functions that they invoke.
  cleanup.defer(async () => {
    const stopping = Promise.all(mappings.map(mapping => mapping.stop()))
    stores.writes.notify()
    await Promise.race([stopping, sleep(options.grace(), undefined, { ref: false })])
    await Promise.all([...functions.values()].map(lambda => lambda.stop()))
    await stopping
  })
  cleanup.defer(hostSchedules(plan.ofType('AWS::Scheduler::Schedule'), findFunction))
  const [api] = plan.ofType('AWS::ApiGatewayV2::Api')
  if (api !== undefined) listeners.openApi(hostHttpApi(api, plan.resources, findFunction))
  return functions
}

const invokeForWorkflows =
  (find: FindFunction, { record }: Recorder): InvokeFunction =>
  async (arn, payload) => {
    record('states', 'TaskInput', payload)
    // No machine starts whose function is not part of the assembly.
    const result = await find(arn)!.invoke(payload)
    if (result.ok) record('states', 'TaskOutput', result.payload)
    return result
  }

const writingActions = /^(PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems)$/

const requestHandlers = (
  { connection, sqs, secrets, outbox, writes, userPool }: Stores,
  callStates: CallStates,
): GatewayServices['json'] => ({
  dynamodb: async (action, _body, request) => {
    const answer = await connection.send(`DynamoDB_20120810.${action}`, request.body)
    if (writingActions.test(action) && answer.status === 200) writes.notify()
    return answer
  },
  dynamodbstreams: (action, _body, request) =>
    connection.send(`DynamoDBStreams_20120810.${action}`, request.body),
  sqs: async (action, body) => jsonAnswer(await sqs.call(action, body)),
  'cognito-idp': async (action, body) => {
    if (userPool === undefined) throw unsupportedAction(action)
    return jsonAnswer(await userPool.call(action, body))
  },
  states: async (action, body) => jsonAnswer(await callStates(action, body)),
  secretsmanager: async (action, body) => jsonAnswer(await secrets.call(action, body)),
  'sms-voice': async (action, body) => jsonAnswer(callSms(action, body, outbox)),
})

const resourceDirectory = ({ tables, queues, secrets }: Stores, tasks: Tasks): Directory => ({
  table: name =>
    tables.find(table => table.name === name) ?? {
      arn: `arn:aws:dynamodb:::table/${name}`,
      partitionKey: '',
    },
  queueArn: url => {
    const name = url.split('/').at(-1)
    return queues.find(queue => queue.name === name)?.arn ?? `arn:aws:sqs:::${name}`
  },
  secretArn: id => secrets.find(id) ?? id,
  machineOfToken: token => {
    const executionArn = tasks.executionOf(token) ?? 'unknown'
    return executionArn.replace(':execution:', ':stateMachine:').split(':').slice(0, 7).join(':')
  },
})
