import { Aws, CfnOutput } from 'aws-cdk-lib'
import { CfnApi, CfnApiMapping, CfnDomainName, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnMetricFilter } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { type Burst, burst, bursts, onResource, serverErrors } from '../monitoring/alarms.ts'
import { type Domain, isDomain, type Stage } from '../stage.ts'
import { addAlarm } from './alarm.ts'
import { logGroup, physicalName, type StageContext, toConstructId } from './context.ts'

export class HttpApi extends Construct {
  readonly id: string
  readonly url: string

  constructor(scope: Construct, context: StageContext) {
    super(scope, 'Api')
    const { settings } = context
    const { ref: apiId } = new CfnApi(this, 'Api', {
      name: physicalName(settings, 'api'),
      protocolType: 'HTTP',
      ...corsOf(settings),
    })
    this.id = apiId
    this.url = `https://${apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`
    // Names below /aws/vendedlogs keep the account's log policy from growing with every API:
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
    const logsName = `/aws/vendedlogs/${physicalName(settings, 'api-access')}`
    const { logGroupArn, logGroupName } = logGroup(this, 'AccessLogs', settings, logsName)
    new CfnStage(this, 'Stage', {
      apiId,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: { destinationArn: logGroupArn, format: JSON.stringify(accessLogFormat) },
      defaultRouteSettings: {
        throttlingRateLimit: settings.throttle.ratePerSecond,
        throttlingBurstLimit: settings.throttle.burst,
      },
    })
    addAlarm(this, 'ServerErrors', context, onResource(serverErrors, { ApiId: apiId }))
    if (settings.alarms) for (const one of bursts) this.alarmOnBurst(context, logGroupName, one)
  }

  private alarmOnBurst(context: StageContext, logGroupName: string, one: Burst) {
    const alarm = burst(one)
    const metricName = alarm.metric.name
    const metricNamespace = physicalName(context.settings, alarm.metric.namespace)
    new CfnMetricFilter(this, `Status${one.status}`, {
      filterName: physicalName(context.settings, metricName),
      logGroupName,
      filterPattern: `{ $.status = "${one.status}" }`,
      metricTransformations: [{ metricNamespace, metricName, metricValue: '1' }],
    })
    const metric = { namespace: metricNamespace, name: metricName, of: {} }
    addAlarm(this, `Many${one.status}`, context, { ...alarm, metric })
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
  const name = new CfnDomainName(scope, `Domain${id}`, {
    domainName: domain,
    domainNameConfigurations: [{ certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' }],
  })
  const mapping = new CfnApiMapping(scope, `Mapping${id}`, { apiId, domainName: name.ref, stage: '$default' })
  // Where the domain's own CNAME has to lead: its owner alone can set that.
  new CfnOutput(scope, `Target${id}`, {
    value: name.attrRegionalDomainName,
    description: `CNAME of ${domain}`,
  })
  return { name, mapping }
}

export const customDomains = (scope: Construct, { hosts }: Stage, apiId: string): void => {
  const domains = new Map(
    Object.values(hosts)
      .filter(isDomain)
      .map(host => [host.domain, host]),
  )
  const made = [...domains.values()].map(domain => serve(scope, apiId, domain))
  // One after the other: an account makes a domain in 30 s, and the API is changed by one call at a time.
  for (const [index, { mapping }] of made.entries()) made[index + 1]?.name.addResourceDependency(mapping)
}
