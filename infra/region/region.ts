/**
 * The laptop's region: one process that hosts a synthesised CDK cloud assembly for real. It reads the
 * templates, refuses what it cannot do, starts the engines and runs the functions unmodified.
 */
import type { Server } from 'node:http'
import type { HandleHttp } from './api-gateway/http-api.ts'
import { type Assembly, defaultAccount, defaultRegion, readAssembly } from './cloudformation/assembly.ts'
import { functionNameOf } from './cloudformation/deployment-problems.ts'
import { type Plan, planRegion } from './cloudformation/plan.ts'
import { openDataDirectory } from './data-directory.ts'
import { createGateway } from './gateway.ts'
import { createCredentials, credentialVariables, endpointVariables, type Principal } from './iam/principal.ts'
import { openRecorder, type RecordedRequest } from './inspect.ts'
import { type Json, parse } from './json.ts'
import { close, listen, listenOnLocalhost } from './server.ts'
import { hostServices, type Services } from './services.ts'

export interface RegionOptions {
  /** The folder `cdk.out` with its manifest.json. */
  readonly assembly: string
  /** The port of the public HTTP API; 0 for any. */
  readonly port?: number
  /** Keeps everything in this folder; without it the region forgets all when it stops. */
  readonly dataDirectory?: string
  /** Receives the functions' output, one line at a time. */
  writeLog?(line: string): void
  /** Containers that one function may have at a time. */
  readonly containersPerFunction?: number
  /** Keeps every request body for `Region.recorded`. */
  readonly record?: boolean
}

export interface Region {
  /** Of the HTTP API, such as `http://localhost:3000`. */
  readonly url: string
  readonly endpoints: Record<
    'dynamodb' | 'dynamodbStreams' | 'sqs' | 's3' | 'states' | 'secretsManager',
    string
  >
  /** `AWS_*` variables with which an SDK client is the administrator. */
  readonly environment: Record<string, string>
  readonly outputs: Record<string, string>
  readonly recorded: RecordedRequest[]
  /** What `Ref` answers, by logical id or construct path. Throws if there is no such resource. */
  physicalId(logicalIdOrConstructPath: string): string
  /** Invokes as an administrator would. Rejects with the function's error, its `name` being the errorType. */
  invoke(functionNameOrLogicalId: string, payload: unknown): Promise<unknown>
  stop(): Promise<void>
}

const notReady: HandleHttp = async (_request, response) => void response.writeHead(503).end()

/** Hosts the assembly. Rejects with one plain error if that is not possible, and leaves nothing behind then. */
export const startRegion = async (options: RegionOptions): Promise<Region> => {
  await using cleanup = new AsyncDisposableStack()
  const assembly = readAssembly(options.assembly)
  let handleHttp = notReady
  const api = await listenOnLocalhost(
    (request, response) => void handleHttp(request, response),
    options.port ?? 0,
  )
  cleanup.defer(() => closeAll(api.servers))
  const gateway = createGateway()
  const gatewayUrl = `http://127.0.0.1:${await listen(gateway.server, 0, '127.0.0.1')}`
  cleanup.defer(() => close(gateway.server))
  const url = `http://localhost:${api.port}`
  const plan = planRegion(assembly, { gateway: gatewayUrl, httpApi: url })
  const data = openDataDirectory(options.dataDirectory)
  cleanup.defer(() => data.close())

  const recorder = openRecorder(options.record ?? false)
  const administrator = createAdministrator()
  const services = await hostServices({
    plan,
    assembly,
    data,
    recorder,
    administrator,
    gateway,
    gatewayUrl,
    cleanup,
    containersPerFunction: options.containersPerFunction ?? 4,
    writeLog: options.writeLog ?? (() => {}),
  })
  handleHttp = services.handleHttp ?? notReady
  // Added last, so closed first: nothing new comes in while the rest ends.
  cleanup.defer(() => closeAll([...api.servers, gateway.server]))
  const running = cleanup.move()
  return {
    url,
    endpoints: sameEndpoint(gatewayUrl),
    environment: administratorVariables(administrator, assembly, gatewayUrl),
    outputs: plan.outputs,
    recorded: recorder.recorded,
    physicalId: id => findResource(plan, id).ref,
    invoke: (id, payload) => invoke(services, plan, id, payload),
    stop: () => running.disposeAsync(),
  }
}

const createAdministrator = (): Principal => ({
  arn: `arn:aws:iam::${defaultAccount}:root`,
  credentials: createCredentials(),
  roleArn: undefined,
})

const administratorVariables = (
  { credentials }: Principal,
  { stacks }: Assembly,
  gatewayUrl: string,
): Record<string, string> => ({
  AWS_REGION: stacks[0]?.region ?? defaultRegion,
  ...credentialVariables(credentials),
  ...endpointVariables(gatewayUrl),
})

const closeAll = async (servers: Server[]): Promise<void> => void (await Promise.all(servers.map(close)))

const sameEndpoint = (url: string): Region['endpoints'] => ({
  dynamodb: url,
  dynamodbStreams: url,
  sqs: url,
  s3: url,
  states: url,
  secretsManager: url,
})

const findResource = ({ resources }: Plan, id: string): Plan['resources'][number] => {
  const found = resources.find(
    ({ stack, logicalId, path }) =>
      logicalId === id ||
      `${stack.name}.${logicalId}` === id ||
      path === id ||
      path === `${id}/Resource` ||
      path === `${id}/Default`,
  )
  if (found === undefined) throw new Error(`The assembly has no resource ${id}`)
  return found
}

const invoke = async (services: Services, plan: Plan, id: string, payload: unknown): Promise<Json> => {
  const lambda =
    services.findFunction(functionNameOf(id)) ?? services.findFunction(findResource(plan, id).ref)
  if (lambda === undefined) throw new Error(`${id} is not a function`)
  const result = await lambda.invoke(JSON.stringify(payload ?? {}))
  if (result.ok) return parse(result.payload)
  throw Object.assign(new Error(result.error.errorMessage), { name: result.error.errorType })
}
