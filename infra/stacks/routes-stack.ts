import type { CfnResource } from 'aws-cdk-lib'
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2'
import { Construct } from 'constructs'
import { paths } from '../../shared/routes.ts'
import { arnOf, functionName, toConstructId } from '../constructs/names.ts'
import { aliasArn } from '../constructs/rollout.ts'
import { published } from './names.ts'
import { notFound, type RoutedFunction, routedFunctionAt } from './paths.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

/** All that leads from the API to functions. Deployed last, when everything that a route leads to is there. */
export class RoutesStack extends ServiceStack {
  private last: CfnResource | undefined

  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'routes', description: 'Routes of the gateway' })
    for (const path of paths) this.leadTo(routedFunctionAt(path))
    this.leadTo(notFound)
  }

  /** Leads the gateway to a function, by each of its routes. */
  leadTo({ entry, routeKeys }: RoutedFunction): void {
    const apiId = published(this.settings, 'ApiId')
    const scope = new Construct(this, toConstructId(entry))
    const integration = this.chain(
      new CfnIntegration(scope, 'Integration', {
        apiId,
        integrationType: 'AWS_PROXY',
        integrationUri: this.calledArn(entry),
        payloadFormatVersion: '2.0',
      }),
    )
    for (const [index, routeKey] of routeKeys.entries())
      this.chain(
        new CfnRoute(scope, `Route${index === 0 ? '' : index + 1}`, {
          apiId,
          routeKey,
          target: `integrations/${integration.ref}`,
        }),
      )
  }

  /**
   * Makes each integration and route after the one before: API Gateway refuses concurrent changes of one API, and takes 10
   * control-plane calls a second of an account, which cannot be raised
   * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
   */
  private chain<Resource extends CfnResource>(resource: Resource): Resource {
    if (this.last) resource.addResourceDependency(this.last)
    this.last = resource
    return resource
  }

  /** Built from the function's name: it is in another stack. */
  private calledArn(entry: RoutedFunction['entry']): string {
    const lambda = arnOf('lambda', `function:${functionName(this.settings, entry)}`)
    return this.settings.change === 'at once' ? lambda : aliasArn(lambda)
  }
}
