import type { CfnResource, Stack } from 'aws-cdk-lib'
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2'
import { Construct } from 'constructs'
import { paths } from '../../shared/routes.ts'
import { notFound, type RoutedFunction, routedFunctionAt } from '../constructs/api-function.ts'
import { toConstructId } from '../constructs/context.ts'
import { calledArn } from '../constructs/rollout.ts'
import type { Stage } from '../stage.ts'
import { published } from './names.ts'
import type { NounStack } from './service-stack.ts'

/**
 * Makes each integration and route after the one before: API Gateway refuses concurrent changes of one API, and takes 10
 * control-plane calls a second of an account, which cannot be raised
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
 */
export const chainRoutes = (stack: Stack, settings: Stage, functions: readonly RoutedFunction[]): void => {
  const apiId = published(settings, 'ApiId')
  let last: CfnResource | undefined
  const link = <Resource extends CfnResource>(resource: Resource): Resource => {
    if (last) resource.addResourceDependency(last)
    last = resource
    return resource
  }
  for (const { entry, routeKeys } of functions) {
    const scope = new Construct(stack, toConstructId(entry))
    const integration = link(
      new CfnIntegration(scope, 'Integration', {
        apiId,
        integrationType: 'AWS_PROXY',
        integrationUri: calledArn(settings, entry),
        payloadFormatVersion: '2.0',
      }),
    )
    for (const [index, routeKey] of routeKeys.entries())
      link(
        new CfnRoute(scope, `Route${index === 0 ? '' : index + 1}`, {
          apiId,
          routeKey,
          target: `integrations/${integration.ref}`,
        }),
      )
  }
}

/** All that leads from the API to functions. Deployed last, when everything that a route leads to is there. */
export const routesStack: NounStack = {
  name: 'routes',
  description: 'Routes of the gateway',
  add: (stack, { settings }) => chainRoutes(stack, settings, [...paths.map(routedFunctionAt), notFound]),
}
