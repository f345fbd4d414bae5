/** Hosts every function of the assembly, each with credentials of its own. */
import { statSync } from 'node:fs'
import type { Assembly } from '../cloudformation/assembly.ts'
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import type { Plan } from '../cloudformation/plan.ts'
import {
  createCredentials,
  credentialVariables,
  endpointVariables,
  type Principal,
} from '../iam/principal.ts'
import type { InvocationObserver } from '../inspect.ts'
import { object, text } from '../json.ts'
import { hostFunction, type LambdaFunction } from './function.ts'
import { openWarmContainers } from './warm-containers.ts'

export interface FunctionsOptions {
  readonly plan: Plan
  readonly assembly: Assembly
  readonly gatewayUrl: string
  readonly cleanup: AsyncDisposableStack
  readonly containersPerFunction: number
  readonly witness?: InvocationObserver | undefined
  writeLog(line: string): void
}

export interface Functions {
  /** By name. */
  readonly functions: Map<string, LambdaFunction>
  readonly principals: Principal[]
}

const idleSeconds = 60
/** Of all functions together, beside those at work: some 25 MB each. */
const maximumIdleContainers = 32

/** Nothing of a function runs before its first event. */
export const hostFunctions = (options: FunctionsOptions): Functions => {
  const functions = new Map<string, LambdaFunction>()
  const principals: Principal[] = []
  const warm = openWarmContainers(maximumIdleContainers, idleSeconds)
  options.cleanup.defer(() => warm.stop())
  for (const resource of options.plan.ofType('AWS::Lambda::Function')) {
    const principal = functionPrincipal(resource)
    principals.push(principal)
    const lambda = hostFunction(resource, {
      folder: codeFolder(resource, options.assembly),
      environment: {
        ...credentialVariables(principal.credentials),
        ...endpointVariables(options.gatewayUrl),
      },
      compileCacheFolder: options.assembly.compileCacheFolder,
      maximumContainers: options.containersPerFunction,
      warm,
      writeLog: options.writeLog,
    })
    functions.set(lambda.name, options.witness ? witnessed(lambda, options.witness) : lambda)
  }
  return { functions, principals }
}

const witnessed = (lambda: LambdaFunction, witness: InvocationObserver): LambdaFunction => ({
  ...lambda,
  invoke: payload => {
    witness.invoked(lambda.name)
    return lambda.invoke(payload)
  },
})

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
