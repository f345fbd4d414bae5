/** AWS::Lambda::Function: the asset's handler with exactly the template's environment and what Lambda adds. */

import { type HostedResource, shortName } from '../cloudformation/hosted-resource.ts'
import { type JsonObject, number, object, text } from '../json.ts'
import { type ContainerPool, openContainerPool } from './container-pool.ts'
import type { WarmContainers } from './warm-containers.ts'

export const functionProperties = {
  honoured: [
    'FunctionName',
    'Code',
    'LoggingConfig',
    'Handler',
    'Runtime',
    'Environment',
    'Timeout',
    'MemorySize',
    'ReservedConcurrentExecutions',
    'Role',
  ],
  withoutEffect: ['Architectures', 'RecursiveLoop', 'Tags', 'TracingConfig'],
}

/** `invoke` takes and answers JSON text and never rejects: a failing function is a result. */
export interface LambdaFunction extends ContainerPool {
  readonly name: string
  readonly arn: string
  readonly logicalId: string
  /** Invocations that run at a time at most. */
  readonly concurrency: number
}

export interface FunctionOptions {
  readonly folder: string
  readonly environment: Record<string, string>
  readonly compileCacheFolder: string
  readonly maximumContainers: number
  readonly warm: WarmContainers
  writeLog(line: string): void
}

/** Hosts the function; its first container starts with its first event. */
export const hostFunction = (resource: HostedResource, options: FunctionOptions): LambdaFunction => {
  const { properties, logicalId, ref: name } = resource
  const arn = resource.attribute('Arn')
  const label = shortName(resource)
  const concurrency = Math.min(
    number(properties.ReservedConcurrentExecutions) ?? Number.POSITIVE_INFINITY,
    options.maximumContainers,
  )
  const containers = openContainerPool(concurrency, options.warm, {
    folder: options.folder,
    handler: text(properties.Handler) ?? 'index.handler',
    functionName: name,
    functionArn: arn,
    memoryMegabytes: number(properties.MemorySize) ?? 128,
    timeoutSeconds: number(properties.Timeout) ?? 3,
    environment: { ...runtimeVariables(resource), ...options.environment, ...templateVariables(properties) },
    compileCacheFolder: options.compileCacheFolder,
    writeLine: line => options.writeLog(`${label} ${line}`),
  })
  return { name, arn, logicalId, concurrency, ...containers }
}

const templateVariables = (properties: JsonObject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(object(object(properties.Environment).Variables)).map(([name, value]) => [
      name,
      text(value) ?? '',
    ]),
  )

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime */
const runtimeVariables = ({ ref: name, stack, properties }: HostedResource): Record<string, string> => {
  return {
    _HANDLER: text(properties.Handler) ?? '',
    AWS_DEFAULT_REGION: stack.region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${text(properties.Runtime)}`,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(number(properties.MemorySize) ?? 128),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    ...logVariables(object(properties.LoggingConfig)),
    AWS_LAMBDA_LOG_GROUP_NAME: text(object(properties.LoggingConfig).LogGroup) ?? `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_REGION: stack.region,
    // Where the SDK looks for configuration files: a folder that has none, as in Lambda.
    HOME: '/var/task/none',
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TZ: ':UTC',
  }
}

const logVariables = ({ LogFormat, ApplicationLogLevel }: JsonObject): Record<string, string> =>
  LogFormat === 'JSON'
    ? { AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: text(ApplicationLogLevel) ?? 'INFO' }
    : {}

/** Problems with a function that this region cannot run. */
export const functionProblems = ({ properties }: HostedResource): string[] => {
  const runtime = text(properties.Runtime) ?? ''
  const problems = /^nodejs/.test(runtime) ? [] : [`the runtime ${runtime || '(none)'} is not supported`]
  if (object(properties.Code).S3Key === undefined) problems.push('inline code is not supported')
  return problems
}
