import { Stack } from 'aws-cdk-lib'
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnPermission } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { type Path, routes } from '../../shared/routes.ts'
import { addAlarm } from './alarm.ts'
import type { ApiFunction } from './api-function.ts'
import { type Context, constructIdOf, named } from './context.ts'
import { logGroup } from './log-group.ts'

/** The gateway: routes of the list lead to their path's function, everything else to the one that answers 404. */
export class HttpApi extends Construct {
  readonly url: string
  private readonly api: CfnApi

  constructor(scope: Construct, context: Context) {
    super(scope, 'Api')
    this.api = new CfnApi(this, 'Api', { name: named(context.settings, 'api'), protocolType: 'HTTP' })
    // Depends on the API alone, not on its routes: functions that know the URL can be behind those routes.
    const { region, urlSuffix } = Stack.of(this)
    this.url = `https://${this.api.ref}.execute-api.${region}.${urlSuffix}`
    this.stage(context)
    addAlarm(this, 'ServerErrors', context, {
      name: 'api-server-errors',
      errorImpact:
        'The API answers 5xx. Integrators get errors instead of answers; the access log names the routes.',
      metric: { namespace: 'AWS/ApiGateway', name: '5xx', of: { ApiId: this.api.ref } },
      statistic: 'Sum',
      above: 0,
    })
  }

  route(path: Path, { lambda }: ApiFunction) {
    const methods = Object.values(routes)
      .filter(route => route.path === path)
      .map(({ method }) => method)
    // Any other method reaches the path's function too, which answers 405 with the methods that it takes.
    const routeKeys = [...methods, 'ANY'].map(method => `${method} ${path}`)
    this.connect(path, lambda.functionArn, `*${path}`, routeKeys)
  }

  routeEverythingElse({ lambda }: ApiFunction) {
    // Unlike a path's, the source of this route has no method: https://github.com/aws/serverless-application-model/issues/1860
    this.connect('default', lambda.functionArn, '$default', ['$default'])
  }

  private connect(name: string, functionArn: string, source: string, routeKeys: readonly string[]) {
    const id = constructIdOf(name)
    const integration = new CfnIntegration(this, `${id}Integration`, {
      apiId: this.api.ref,
      integrationType: 'AWS_PROXY',
      integrationUri: functionArn,
      payloadFormatVersion: '2.0',
    })
    new CfnPermission(this, `${id}Permission`, {
      action: 'lambda:InvokeFunction',
      functionName: functionArn,
      principal: 'apigateway.amazonaws.com',
      sourceArn: Stack.of(this).formatArn({
        service: 'execute-api',
        resource: this.api.ref,
        resourceName: `*/${source}`,
      }),
    })
    for (const routeKey of routeKeys)
      new CfnRoute(this, `${constructIdOf(routeKey)}Route`, {
        apiId: this.api.ref,
        routeKey,
        target: `integrations/${integration.ref}`,
      })
  }

  private stage(context: Context) {
    // Names below /aws/vendedlogs keep the account's log policy from growing with every API:
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
    const logs = logGroup(
      this,
      'AccessLogs',
      context.settings,
      `/aws/vendedlogs/${named(context.settings, 'api-access')}`,
    )
    new CfnStage(this, 'Stage', {
      apiId: this.api.ref,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: { destinationArn: logs.logGroupArn, format: JSON.stringify(accessLogFormat) },
      defaultRouteSettings: {
        throttlingRateLimit: context.settings.throttle.ratePerSecond,
        throttlingBurstLimit: context.settings.throttle.burst,
      },
    })
  }
}

/** The route key, never the path: id numbers travel in paths. No caller's address either. */
const accessLogFormat = {
  requestId: '$context.requestId',
  at: '$context.requestTimeEpoch',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  functionLatencyMs: '$context.integrationLatency',
  responseBytes: '$context.responseLength',
  error: '$context.error.message',
}
