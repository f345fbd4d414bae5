import { CfnPermission } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Route } from '../../shared/http/contract/route.ts'
import { served } from '../../shared/routes.ts'
import { bindingsOf } from '../stacks/bindings.ts'
import { arnOf } from '../stacks/names.ts'
import type { Binding } from './binding.ts'
import type { StageContext } from './context.ts'
import { type ApiEntry, entryOf } from './entries.ts'
import { NodeFunction } from './node-function.ts'
import { addCanary } from './rollout.ts'

export interface RoutedFunction {
  readonly entry: ApiEntry
  /** Such as `ANY /v1/health` or `$default`; one after the first is another way to the same. */
  readonly routeKeys: readonly string[]
}

interface ApiFunctionProps extends PathProps, RoutedFunction {
  readonly apiId: string
}

/**
 * A function that a caller waits for, and that the gateway may call for its routes: more memory means more CPU, hence
 * shorter cold starts; gives up before the gateway does (30 s).
 */
export class ApiFunction extends NodeFunction {
  constructor(scope: Construct, context: StageContext, props: ApiFunctionProps) {
    super(scope, context, { ...props, memoryMb: 512, timeoutSeconds: 25 })
    const { entry, apiId, routeKeys } = props
    const { change } = context.settings
    const { lambda, errorAlarm } = this
    const target =
      change === 'at once'
        ? lambda.functionArn
        : addCanary(this, context.settings, { entry, lambda, errorAlarm, minutes: change.canaryMinutes })
    for (const [index, routeKey] of routeKeys.entries())
      new CfnPermission(this, `Permission${index === 0 ? '' : index + 1}`, {
        action: 'lambda:InvokeFunction',
        functionName: target,
        principal: 'apigateway.amazonaws.com',
        // Stage, method and path; of `$default` stage and name: https://github.com/aws/serverless-application-model/issues/1860
        sourceArn: arnOf('execute-api', `${apiId}/*/${routeKey.replace('ANY ', '*')}`),
      })
  }
}

export interface PathProps {
  readonly errorImpact: string
  readonly bindings: readonly Binding[]
  /** Where a caller can make it wait: see `Stage`. */
  readonly reserved?: number | undefined
}

export type PathsOf<Routes extends Record<string, Route>> = Readonly<
  Record<Routes[keyof Routes]['path'], PathProps>
>

const routesAt = (path: Route['path']): readonly Route[] =>
  Object.values<Route>(served).filter(route => route.path === path)

const routeKeysOf = (path: Route['path']): readonly string[] =>
  [path, ...new Set(routesAt(path).flatMap(({ alsoAt = [] }) => alsoAt))].map(each => `ANY ${each}`)

export const routedFunctionAt = (path: Route['path']): RoutedFunction => ({
  entry: entryOf(path),
  routeKeys: routeKeysOf(path),
})

/** Behind whatever no path matches. */
export const notFound: RoutedFunction = { entry: 'api/not-found', routeKeys: ['$default'] }

/** What the middleware chain of a path asks for: where callers are known they are counted, and read of what failed. */
const bindingsOfChain = (path: Route['path'], { settings }: StageContext): readonly Binding[] => {
  const { sourceAddressKey, requestLimit, callers, idempotency, personal } = bindingsOf(settings)
  const known = routesAt(path).filter(({ access }) => access !== 'public')
  if (known.length === 0) return [sourceAddressKey]
  const posts = known.filter(({ method }) => method === 'POST')
  // An answer that is kept may show a record.
  const isSealed = posts.some(({ answerIsPrivate }) => !answerIsPrivate)
  return [
    sourceAddressKey,
    requestLimit,
    callers,
    ...(posts.length > 0 ? [idempotency] : []),
    ...(isSealed ? [personal] : []),
  ]
}

/**
 * Makes a noun's paths: each its own function. One route a spelling takes all methods, and the function answers 405 to those that
 * it does not know: an API may have 300 routes (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html).
 */
export const servePaths = (
  scope: Construct,
  context: StageContext,
  apiId: string,
  paths: Readonly<Record<Route['path'], PathProps>>,
) => {
  for (const path of Object.keys(paths) as Route['path'][])
    new ApiFunction(scope, context, {
      ...paths[path]!,
      bindings: [...paths[path]!.bindings, ...bindingsOfChain(path, context)],
      ...routedFunctionAt(path),
      apiId,
    })
}
