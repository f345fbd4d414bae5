import type { Plan } from './cloudformation/plan.ts'
import { hostIssuer } from './cognito/issuer.ts'
import { hostUserPool } from './cognito/user-pool.ts'
import { openCustomerAccounts, type CustomerAccounts } from './customer/accounts.ts'
import type { DataDirectory } from './data-directory.ts'
import { connectEngine, startDynamoDbEngine } from './dynamodb/dynamodb-engine.ts'
import { openStreamRecords, openWriteSignal } from './dynamodb/stream-reader.ts'
import { hostTable } from './dynamodb/table.ts'
import type { Listeners } from './emulator-resources.ts'
import type { Principal } from './iam/principal.ts'
import type { Recorder } from './inspect.ts'
import { type FunctionsOptions, hostFunctions, type LambdaFunction } from './lambda/function.ts'
import { openSentMessages, callSms } from './messages.ts'
import { hostBucket, hostLock } from './s3/bucket.ts'
import { hostSecrets } from './secrets/secret.ts'
import { hostQueue, startFauxqs } from './sqs/fauxqs.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { hostHttpApi } from './api-gateway/http-api.ts'
import { functionNameOf } from './cloudformation/deployment-problems.ts'
import { openPermissions, type Directory } from './iam/permissions.ts'
import { hostMappings } from './lambda/mappings.ts'
import { hostSchedules } from './scheduler/schedule.ts'
import {
  type CallStates,
  openStatesApi,
  hostStateMachines,
  type StateMachines,
} from './step-functions/state-machine.ts'
import { openExecutionJournal } from './step-functions/journal.ts'
import type { InvokeFunction, Tasks } from './step-functions/tasks.ts'
import type { GatewayServices } from './gateway.ts'
import { jsonAnswer, unsupportedAction } from './service-call.ts'

export interface ServicesOptions extends Omit<FunctionsOptions, 'gatewayUrl' | 'plan'> {
  readonly plan: Plan
  readonly data: DataDirectory
  readonly doors: Listeners
  readonly recorder: Recorder
  readonly administrator: Principal
  /** Milliseconds that work in progress may take when the emulator stops. */
  grace(): number
  onBreakdown(reason: string): void
}

export type Stores = Awaited<ReturnType<typeof hostStores>>

export const hostStores = async ({ plan, data, cleanup, onBreakdown, doors }: ServicesOptions) => {
  const fauxqs = await startFauxqs(data.queueFolder)
  cleanup.defer(fauxqs.stop)
  const engine = await startDynamoDbEngine(data.tableFile, onBreakdown)
  cleanup.defer(engine.stop)
  const connection = connectEngine(engine.endpoint, onBreakdown)
  const streamRecords = engine.databaseFile === undefined ? undefined : openStreamRecords(engine.databaseFile)
  cleanup.defer(() => streamRecords?.close())
  const buckets = plan.ofType('AWS::S3::Bucket')
  const tables = plan.ofType('AWS::DynamoDB::Table').map(table => hostTable(table, connection.call))
  return {
    fauxqs,
    bucketCors: new Map(buckets.map(bucket => hostBucket(bucket, fauxqs))),
    lockedBuckets: buckets.flatMap(bucket => hostLock(bucket, data.database) ?? []),
    connection,
    streamRecords,
    writes: openWriteSignal(),
    tables: await Promise.all(tables),
    queues: plan.ofType('AWS::SQS::Queue').map(queue => hostQueue(queue, fauxqs)),
    userPool: hostPeople({ plan, data, doors }),
    secrets: hostSecrets(plan.ofType('AWS::SecretsManager::Secret'), data.database),
    outbox: openSentMessages(data.outboxFolder),
    customers: openCustomerAccounts(fauxqs),
  }
}

const hostPeople = ({ plan, data, doors }: Pick<ServicesOptions, 'plan' | 'data' | 'doors'>) => {
  const [resource] = plan.ofType('AWS::Cognito::UserPool')
  if (resource === undefined) return undefined
  const pool = hostUserPool(resource, plan.ofType('AWS::Cognito::UserPoolGroup'), data.database)
  const clients = plan.ofType('AWS::Cognito::UserPoolClient')
  doors.openIssuer(hostIssuer({ url: doors.addresses.issuer, pool, clients }))
  return pool
}

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

const writingActions = /^(PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/

export const requestHandlers = (
  engines: Stores & { readonly callStates: CallStates },
): GatewayServices['json'] => {
  const { connection, fauxqs, secrets, outbox, callStates, writes, userPool } = engines
  return {
    dynamodb: async (action, _body, request) => {
      const answer = await connection.send(`DynamoDB_20120810.${action}`, request.body)
      if (writingActions.test(action) && answer.status === 200) writes.notify()
      return answer
    },
    dynamodbstreams: (action, _body, request) =>
      connection.send(`DynamoDBStreams_20120810.${action}`, request.body),
    sqs: (_action, _body, request) => fauxqs.handle({ ...request, url: '/' }),
    'cognito-idp': async (action, body) => {
      if (userPool === undefined) throw unsupportedAction(action)
      return jsonAnswer(await userPool.call(action, body))
    },
    states: async (action, body) => jsonAnswer(await callStates(action, body)),
    secretsmanager: async (action, body) => jsonAnswer(await secrets.call(action, body)),
    'sms-voice': async (action, body) => jsonAnswer(callSms(action, body, outbox)),
  }
}

export const resourceDirectory = ({ tables, queues, secrets }: Stores, tasks: Tasks): Directory => ({
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
