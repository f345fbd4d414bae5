import { Aws, CfnOutput } from 'aws-cdk-lib'
import { CfnApi, CfnStage, CfnApiMapping, CfnDomainName } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnMetricFilter, type LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { type Burst, burst, bursts, onResource, serverErrors } from '../monitoring/alarms.ts'
import { type Stage, type Domain, isDomain } from '../stages.ts'
import { addAlarm } from './alarm.ts'
import { physicalName, type StageContext, logGroup, toConstructId } from './context.ts'

/** The gateway. A noun's routes come from its own stack, with the functions behind them. */
export class HttpApi extends Construct {
  readonly id: string
  readonly url: string

  constructor(scope: Construct, context: StageContext) {
    super(scope, 'Api')
    const { ref } = new CfnApi(this, 'Api', {
      name: physicalName(context.settings, 'api'),
      protocolType: 'HTTP',
      ...corsOf(context.settings),
    })
    this.id = ref
    this.url = `https://${ref}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`
    this.stage(context)
    addAlarm(this, 'ServerErrors', context, onResource(serverErrors, { ApiId: ref }))
  }

  private stage(context: StageContext) {
    const { settings } = context
    // Names below /aws/vendedlogs keep the account's log policy from growing with every API:
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
    const logs = logGroup(
      this,
      'AccessLogs',
      settings,
      `/aws/vendedlogs/${physicalName(settings, 'api-access')}`,
    )
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
    for (const one of bursts) this.alarmOnBurst(context, logs, one)
  }

  private alarmOnBurst(context: StageContext, logs: LogGroup, one: Burst) {
    if (!context.settings.alarms.enabled) return
    const { status } = one
    const alarm = burst(one)
    const metric = {
      ...alarm.metric,
      namespace: physicalName(context.settings, alarm.metric.namespace),
      of: {},
    }
    new CfnMetricFilter(this, `Status${status}`, {
      filterName: physicalName(context.settings, metric.name),
      logGroupName: logs.logGroupName,
      filterPattern: `{ $.status = "${status}" }`,
      metricTransformations: [
        { metricNamespace: metric.namespace, metricName: metric.name, metricValue: '1' },
      ],
    })
    addAlarm(this, `Many${status}`, context, { ...alarm, metric })
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

const serve = (scope: Construct, apiId: string, { domain, certificateArn }: Domain) => {
  const id = toConstructId(domain)
  const { ref, attrRegionalDomainName } = new CfnDomainName(scope, `Domain${id}`, {
    domainName: domain,
    domainNameConfigurations: [{ certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' }],
  })
  new CfnApiMapping(scope, `Mapping${id}`, { apiId, domainName: ref, stage: '$default' })
  // Where the domain's own CNAME has to lead: its owner alone can set that.
  new CfnOutput(scope, `Target${id}`, { value: attrRegionalDomainName, description: `CNAME of ${domain}` })
}

export const customDomains = (scope: Construct, { hosts }: Stage, apiId: string): void => {
  const domains = new Map(
    Object.values(hosts)
      .filter(isDomain)
      .map(host => [host.domain, host]),
  )
  for (const domain of domains.values()) serve(scope, apiId, domain)
}
