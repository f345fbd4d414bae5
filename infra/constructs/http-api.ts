import { Aws } from 'aws-cdk-lib'
import { CfnApi, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { Construct } from 'constructs'
import { addAlarm } from './alarm.ts'
import { type Context, named } from './context.ts'
import { logGroup } from './log-group.ts'

/** The gateway. A noun's routes come from its own stack, with the functions behind them. */
export class HttpApi extends Construct {
  readonly id: string
  readonly url: string

  constructor(scope: Construct, context: Context) {
    super(scope, 'Api')
    const { ref } = new CfnApi(this, 'Api', { name: named(context.settings, 'api'), protocolType: 'HTTP' })
    this.id = ref
    this.url = `https://${ref}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`
    this.stage(context)
    addAlarm(this, 'ServerErrors', context, {
      name: 'api-server-errors',
      errorImpact:
        'The API answers 5xx. Integrators get errors instead of answers; the access log names the routes.',
      metric: { namespace: 'AWS/ApiGateway', name: '5xx', of: { ApiId: ref } },
      statistic: 'Sum',
      above: 0,
    })
  }

  private stage({ settings }: Context) {
    // Names below /aws/vendedlogs keep the account's log policy from growing with every API:
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
    const logs = logGroup(this, 'AccessLogs', settings, `/aws/vendedlogs/${named(settings, 'api-access')}`)
    new CfnStage(this, 'Stage', {
      apiId: this.id,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: { destinationArn: logs.logGroupArn, format: JSON.stringify(accessLogFormat) },
      defaultRouteSettings: {
        throttlingRateLimit: settings.throttle.ratePerSecond,
        throttlingBurstLimit: settings.throttle.burst,
      },
    })
  }
}

/** The route key, never the path: id numbers travel in paths. No caller's address either. */
const accessLogFormat = {
  requestId: '$context.requestId',
  at: '$context.requestTimeEpoch',
  method: '$context.httpMethod',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  functionLatencyMs: '$context.integrationLatency',
  responseBytes: '$context.responseLength',
  error: '$context.error.message',
}
