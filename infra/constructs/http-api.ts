import { Aws } from 'aws-cdk-lib'
import { CfnApi, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnMetricFilter, type LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { serverErrorsAlarm } from '../names.ts'
import type { Stage } from '../stages.ts'
import { addAlarm } from './alarm.ts'
import { type Context, named } from './context.ts'
import { logGroup } from './log-group.ts'

/** The gateway. A noun's routes come from its own stack, with the functions behind them. */
export class HttpApi extends Construct {
  readonly id: string
  readonly url: string

  constructor(scope: Construct, context: Context) {
    super(scope, 'Api')
    const { ref } = new CfnApi(this, 'Api', {
      name: named(context.settings, 'api'),
      protocolType: 'HTTP',
      ...corsOf(context.settings),
    })
    this.id = ref
    this.url = `https://${ref}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`
    this.stage(context)
    addAlarm(this, 'ServerErrors', context, {
      name: serverErrorsAlarm,
      errorImpact:
        'The API answers 5xx. Integrators get errors instead of answers; the access log names the routes.',
      metric: { namespace: 'AWS/ApiGateway', name: '5xx', of: { ApiId: ref } },
      statistic: 'Sum',
      above: 0,
    })
  }

  private stage(context: Context) {
    const { settings } = context
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
    for (const burst of bursts) this.alarmOnBurst(context, logs, burst)
  }

  /** Counted in the access log, which has the calls of all paths in one place. */
  private alarmOnBurst(context: Context, logs: LogGroup, { status, above, errorImpact }: Burst) {
    if (!context.settings.alarms.enabled) return
    const metric = { namespace: named(context.settings, 'api'), name: `status-${status}`, of: {} }
    new CfnMetricFilter(this, `Status${status}`, {
      filterName: named(context.settings, metric.name),
      logGroupName: logs.logGroupName,
      filterPattern: `{ $.status = "${status}" }`,
      metricTransformations: [
        { metricNamespace: metric.namespace, metricName: metric.name, metricValue: '1' },
      ],
    })
    const name = `api-status-${status}`
    addAlarm(this, `Many${status}`, context, { name, errorImpact, metric, statistic: 'Sum', above })
  }
}

/** `*` among the headers would leave out `Authorization`: https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name */
const corsOf = ({ allowedOrigins }: Stage) =>
  allowedOrigins && {
    corsConfiguration: {
      allowOrigins: [...allowedOrigins],
      allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
      allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'prefer'],
      exposeHeaders: ['*'],
      maxAge: 600,
    },
  }

interface Burst {
  readonly status: number
  /** In five minutes. */
  readonly above: number
  readonly errorImpact: string
}

/** Refusals that a caller's mistake explains one by one, and not in such numbers. */
const bursts: readonly Burst[] = [
  {
    status: 401,
    above: 200,
    errorImpact:
      'Many calls show no valid credential. Somebody tries out secrets or tokens, or an integrator goes on with withdrawn ones and its customers wait. Group the lines request.answered by sourceDigest and action, and speak to the integrator or block the source.',
  },
  {
    status: 403,
    above: 200,
    errorImpact:
      'Many calls ask for what their client may not use. A credential is in wrong hands, or an integrator was not given a product that its customers wait for. Group the lines request.answered by clientId; revokeTokens and rotateSecret end a stolen one.',
  },
  {
    status: 429,
    above: 1000,
    errorImpact:
      'Many calls are refused by a limit. One client floods the service or tries out numbers, or an integrator has outgrown its limit and its customers wait. Group the lines request.answered by clientId and action.',
  },
]

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
