/** Starts the engines and hosts every resource of the plan, in the one order in which they can lean on each other. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Assembly } from './assembly.ts'
import { hostBucket } from './bucket.ts'
import type { DataDirectory } from './data-directory.ts'
import { functionNameOf } from './deployment-problems.ts'
import { startDynamoDbEngine } from './dynamodb-engine.ts'
import { connectEngine } from './engine-connection.ts'
import { openExecutionJournal } from './execution-journal.ts'
import { startFauxqs } from './fauxqs.ts'
import { hostFunction, type LambdaFunction } from './function.ts'
import { findCode } from './function-code.ts'
import type { createGateway } from './gateway.ts'
import type { HostedResource } from './hosted-resource.ts'
import { type HandleHttp, hostHttpApi } from './http-api.ts'
import type { Recorder } from './inspect.ts'
import { object, text } from './json.ts'
import { hostMappings } from './mappings.ts'
import { openPermissions } from './permissions.ts'
import type { Plan } from './plan.ts'
import { createCredentials, credentialVariables, endpointVariables, type Principal } from './principal.ts'
import { hostQueue } from './queue.ts'
import { requestHandlers, resourceDirectory } from './request-handlers.ts'
import { hostSchedules } from './schedule.ts'
import { hostSecrets } from './secret.ts'
import { hostStateMachines } from './state-machine.ts'
import { openStatesApi } from './states-api.ts'
import { hostTable } from './table.ts'
import { openWarmContainers } from './warm-containers.ts'
import { openWriteSignal } from './write-signal.ts'

export interface ServicesOptions {
  plan: Plan
  assembly: Assembly
  data: DataDirectory
  recorder: Recorder
  administrator: Principal
  gateway: ReturnType<typeof createGateway>
  gatewayUrl: string
  cleanup: AsyncDisposableStack
  containersPerFunction: number
  writeLog(line: string): void
}

export interface Services {
  handleHttp: HandleHttp | undefined
  findFunction(nameOrArn: string): LambdaFunction | undefined
}

const idleSeconds = 60
/** Of all functions together, beside those at work: some 20 MB each. */
const maximumIdleContainers = 32

/** What it started is added to `cleanup`, last in first out. */
export async function hostServices(options: ServicesOptions): Promise<Services> {
  const { plan, data, cleanup, recorder, writeLog } = options
  const [engine, fauxqs] = await Promise.all([
    startDynamoDbEngine(data.tableFile),
    startFauxqs(data.queueFolder),
  ])
  cleanup.defer(() => engine.stop())
  cleanup.defer(() => fauxqs.stop())
  const connection = connectEngine(engine.endpoint)
  cleanup.defer(() => connection.close())

  const tables = await Promise.all(
    plan
      .ofType('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')
      .map(table => hostTable(table, connection.call)),
  )
  const queues = plan.ofType('AWS::SQS::Queue').map(queue => hostQueue(queue, fauxqs))
  const buckets = plan.ofType('AWS::S3::Bucket').map(bucket => hostBucket(bucket, fauxqs))
  const secrets = hostSecrets(plan.ofType('AWS::SecretsManager::Secret'), data.database)

  const { functions, principals } = hostFunctions(options)
  const findFunction = (nameOrArn: string) => functions.get(functionNameOf(nameOrArn))
  const journal = openExecutionJournal(data.database)
  const machines = hostStateMachines(
    plan.ofType('AWS::StepFunctions::StateMachine'),
    journal,
    async (name, payload) => {
      recorder.record('states', 'TaskInput', payload)
      const result = (await findFunction(name)?.invoke(payload)) ?? missingFunction(name)
      if (result.ok) recorder.record('states', 'TaskOutput', result.payload)
      return result
    },
  )
  cleanup.defer(() => machines.stop())

  const writes = openWriteSignal()
  const engines = {
    connection,
    fauxqs,
    tables,
    queues,
    secrets,
    writes,
    callStates: openStatesApi(machines, journal),
  }
  options.gateway.open({
    principals: new Map(
      [options.administrator, ...principals].map(one => [one.credentials.accessKeyId, one]),
    ),
    permissions: openPermissions(plan.roles),
    directory: resourceDirectory(engines, machines.tasks),
    json: requestHandlers(engines),
    fauxqs,
    buckets: new Map(buckets.map(bucket => [bucket.name, bucket])),
    record: recorder.record,
  })
  machines.resume()
  const mappings = hostMappings({
    plan,
    tables,
    queues,
    findFunction,
    connection,
    writes,
    data,
    recorder,
    writeLog,
  })
  // The mappings must know that they stop before the functions under them do.
  cleanup.defer(async () => {
    const stopping = mappings.map(mapping => mapping.stop())
    writes.notify()
    await Promise.all([...functions.values()].map(lambda => lambda.stop()))
    await Promise.all(stopping)
  })
  cleanup.defer(hostSchedules(plan.ofType('AWS::Scheduler::Schedule', 'AWS::Events::Rule'), findFunction))
  const [api] = plan.ofType('AWS::ApiGatewayV2::Api')
  return { findFunction, handleHttp: api && hostHttpApi(api, plan.resources, findFunction) }
}

const missingFunction = (name: string) =>
  ({
    ok: false,
    error: { errorType: 'Lambda.ResourceNotFoundException', errorMessage: `Function not found: ${name}` },
  }) as const

function hostFunctions(options: ServicesOptions): {
  functions: Map<string, LambdaFunction>
  principals: Principal[]
} {
  const functions = new Map<string, LambdaFunction>()
  const principals: Principal[] = []
  const warm = openWarmContainers(maximumIdleContainers, idleSeconds)
  options.cleanup.defer(() => warm.stop())
  for (const resource of options.plan.ofType('AWS::Lambda::Function')) {
    const principal = functionPrincipal(resource)
    principals.push(principal)
    const lambda = hostFunction(resource, {
      folder: codeFolder(resource, options),
      environment: {
        ...credentialVariables(principal.credentials),
        ...endpointVariables(options.gatewayUrl),
      },
      maximumContainers: options.containersPerFunction,
      warm,
      writeLog: options.writeLog,
    })
    functions.set(lambda.name, lambda)
  }
  return { functions, principals }
}

function functionPrincipal({ ref: name, properties, stack }: HostedResource): Principal {
  const roleArn = text(properties.Role) ?? ''
  const roleName = roleArn.split('/').at(-1)
  const arn = `arn:aws:sts::${stack.account}:assumed-role/${roleName}/${name}`
  return { arn, credentials: createCredentials(), roleArn }
}

function codeFolder(resource: HostedResource, { assembly, cleanup }: ServicesOptions): string {
  const folder = findCode(object(resource.properties.Code), assembly.assetPaths, () => {
    const scratch = mkdtempSync(join(tmpdir(), 'function-'))
    cleanup.defer(() => rmSync(scratch, { recursive: true, force: true }))
    return scratch
  })
  if (folder === undefined) throw new Error(`${resource.path}: the assembly does not contain its code`)
  return folder
}
