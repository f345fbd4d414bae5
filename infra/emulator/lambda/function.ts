import { statSync } from 'node:fs'
import type { Assembly } from '../cloudformation/assembly.ts'
import { type HostedResource, shortName } from '../cloudformation/identity.ts'
import { clientVariables, createCredentials, type Principal } from '../iam/principal.ts'
import type { InvocationObserver } from '../inspect.ts'
import { type JsonObject, number, object, text } from '../json.ts'
import {
  type ContainerPool,
  openContainerPool,
  openWarmContainers,
  type WarmContainers,
  type WarmOptions,
} from './container-pool.ts'

/** `invoke` takes and returns JSON text and never rejects: a failing function is a result. */
export interface LambdaFunction extends ContainerPool {
  readonly name: string
  readonly arn: string
  readonly logicalId: string
  readonly concurrency: number
}

/** A function as its template has it. */
export interface DeployedFunction {
  readonly name: string
  /** Of its code. */
  readonly folder: string
  readonly handler: string
  readonly memoryMegabytes: number
  readonly timeoutSeconds: number
  /** What Lambda sets, and what the template does. */
  readonly runtimeVariables: Readonly<Record<string, string>>
  readonly templateVariables: Readonly<Record<string, string>>
}

export const readFunction = (resource: HostedResource, assembly: Assembly): DeployedFunction => {
  const { properties, ref: name } = resource
  return {
    name,
    folder: codeFolder(resource, assembly),
    handler: text(properties.Handler) ?? 'index.handler',
    memoryMegabytes: number(properties.MemorySize) ?? 128,
    timeoutSeconds: number(properties.Timeout) ?? 3,
    runtimeVariables: runtimeVariables(resource),
    templateVariables: templateVariables(properties),
  }
}

const hostFunction = (
  resource: HostedResource,
  principal: Principal,
  { assembly, gatewayUrl, containersPerFunction, writeLog }: FunctionsOptions,
  warm: WarmContainers,
): LambdaFunction => {
  const { properties, logicalId, ref: name } = resource
  const arn = resource.attribute('Arn')
  const label = shortName(resource)
  const concurrency = Math.min(
    number(properties.ReservedConcurrentExecutions) ?? Number.POSITIVE_INFINITY,
    containersPerFunction,
  )
  const { runtimeVariables, templateVariables, ...deployed } = readFunction(resource, assembly)
  const { folder, handler, memoryMegabytes, timeoutSeconds } = deployed
  const containers = openContainerPool(concurrency, warm, {
    folder,
    handler,
    functionName: name,
    functionArn: arn,
    memoryMegabytes,
    timeoutSeconds,
    environment: {
      ...runtimeVariables,
      ...clientVariables(principal, gatewayUrl),
      ...templateVariables,
    },
    compileCacheFolder: assembly.compileCacheFolder,
    writeLine: line => writeLog(`${label} ${line}`),
  })
  return { name, arn, logicalId, concurrency, ...containers }
}

const templateVariables = ({ Environment }: JsonObject): Record<string, string> => {
  const variables = Object.entries(object(object(Environment).Variables))
  return Object.fromEntries(variables.map(([name, value]) => [name, text(value) ?? '']))
}

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime */
const runtimeVariables = ({ ref: name, stack, properties }: HostedResource): Record<string, string> => {
  const { LogFormat, ApplicationLogLevel, LogGroup } = object(properties.LoggingConfig)
  return {
    _HANDLER: text(properties.Handler) ?? '',
    AWS_DEFAULT_REGION: stack.region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${text(properties.Runtime)}`,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(number(properties.MemorySize) ?? 128),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    ...(LogFormat === 'JSON' && {
      AWS_LAMBDA_LOG_FORMAT: 'JSON',
      AWS_LAMBDA_LOG_LEVEL: text(ApplicationLogLevel) ?? 'INFO',
    }),
    AWS_LAMBDA_LOG_GROUP_NAME: text(LogGroup) ?? `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_REGION: stack.region,
    // The SDK looks for configuration files here; Lambda has none either.
    HOME: '/var/task/none',
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TZ: ':UTC',
  }
}

export const functionProblems = ({ properties }: HostedResource): string[] => {
  const runtime = text(properties.Runtime) ?? ''
  const problems = /^nodejs/.test(runtime) ? [] : [`the runtime ${runtime || '(none)'} is not supported`]
  if (object(properties.Code).S3Key === undefined) problems.push('inline code is not supported')
  return problems
}

export interface FunctionsOptions {
  readonly plan: { ofType(type: string): HostedResource[] }
  readonly assembly: Assembly
  readonly gatewayUrl: string
  readonly cleanup: AsyncDisposableStack
  readonly containersPerFunction: number
  readonly warm: WarmOptions
  readonly witness?: InvocationObserver | undefined
  writeLog(line: string): void
}

export const hostFunctions = (options: FunctionsOptions) => {
  const { plan, cleanup, witness } = options
  const warm = openWarmContainers(options.warm)
  cleanup.defer(warm.stop)
  const hosted = plan.ofType('AWS::Lambda::Function').map(resource => {
    const principal = functionPrincipal(resource)
    const lambda = hostFunction(resource, principal, options, warm)
    const invoke: LambdaFunction['invoke'] = payload => {
      witness?.invoked(lambda.name)
      return lambda.invoke(payload)
    }
    return { principal, lambda: { ...lambda, invoke } }
  })
  return {
    functions: new Map(hosted.map(({ lambda }) => [lambda.name, lambda])),
    principals: hosted.map(({ principal }) => principal),
  }
}

const functionPrincipal = ({ ref: name, properties, stack }: HostedResource): Principal => {
  const roleArn = text(properties.Role) ?? ''
  const roleName = roleArn.split('/').at(-1)
  const arn = `arn:aws:sts::${stack.account}:assumed-role/${roleName}/${name}`
  return { arn, credentials: createCredentials(), roleArn }
}

const codeFolder = ({ path, properties }: HostedResource, { assetPaths }: Assembly): string => {
  const folder = assetPaths.get(text(object(properties.Code).S3Key) ?? '')
  if (folder === undefined) throw new Error(`${path}: the assembly does not contain its code`)
  if (!statSync(folder).isDirectory()) throw new Error(`${path}: zipped code is not supported, only a folder`)
  return folder
}
