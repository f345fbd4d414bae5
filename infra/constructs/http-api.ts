import { Aws, CfnOutput } from 'aws-cdk-lib'
import { CfnApi, CfnApiMapping, CfnDomainName, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnMetricFilter } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { addAlarm, type NamedAlarm, onResource, type ResourceAlarm } from './alarm.ts'
import { logGroup, type StageContext } from './context.ts'
import { physicalName, toConstructId } from './names.ts'

/** The access log's lines of one status, which a filter counts below the stage's prefix. */
export interface StatusAlarm {
  readonly status: number
  readonly alarm: ResourceAlarm
}

export interface HttpApiProps {
  /** The origins of pages whose scripts may call the API from a browser; `null`: none. */
  readonly allowedOrigins: readonly string[] | null
  /** Over all callers. */
  readonly throttle: { readonly ratePerSecond: number; readonly burst: number }
  readonly alarms: { readonly serverErrors: ResourceAlarm; readonly statuses: readonly StatusAlarm[] }
}

export class HttpApi extends Construct {
  readonly id: string
  readonly url: string
  readonly serverErrors: NamedAlarm

  constructor(scope: Construct, context: StageContext, props: HttpApiProps) {
    super(scope, 'Api')
    const { settings } = context
    const { ref: apiId } = new CfnApi(this, 'Api', {
      name: physicalName(settings, 'api'),
      protocolType: 'HTTP',
      ...corsOf(props),
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
        throttlingRateLimit: props.throttle.ratePerSecond,
        throttlingBurstLimit: props.throttle.burst,
      },
    })
    const { serverErrors, statuses } = props.alarms
    this.serverErrors = addAlarm(this, 'ServerErrors', context, onResource(serverErrors, { ApiId: apiId }))
    if (settings.alarms) for (const each of statuses) this.alarmOnStatus(context, logGroupName, each)
  }

  private alarmOnStatus(context: StageContext, logGroupName: string, { status, alarm }: StatusAlarm) {
    const metricName = alarm.metric.name
    const metricNamespace = physicalName(context.settings, alarm.metric.namespace)
    new CfnMetricFilter(this, `Status${status}`, {
      filterName: physicalName(context.settings, metricName),
      logGroupName,
      filterPattern: `{ $.status = "${status}" }`,
      metricTransformations: [{ metricNamespace, metricName, metricValue: '1' }],
    })
    const metric = { namespace: metricNamespace, name: metricName, of: {} }
    addAlarm(this, `Many${status}`, context, { ...alarm, metric })
  }
}

/** `*` among the headers would leave out `Authorization`: https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name */
const corsOf = ({ allowedOrigins }: HttpApiProps) =>
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

/** A domain of the operator's: the API answers there, once its DNS leads here. */
export interface ApiDomain {
  readonly domain: string
  readonly certificateArn: string
}

const serve = (scope: Construct, apiId: string, { domain, certificateArn }: ApiDomain) => {
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

/** @param domains each once */
export const customDomains = (scope: Construct, apiId: string, domains: readonly ApiDomain[]): void => {
  const made = domains.map(domain => serve(scope, apiId, domain))
  // One after the other: an account makes a domain in 30 s, and the API is changed by one call at a time.
  for (const [index, { mapping }] of made.entries()) made[index + 1]?.name.addResourceDependency(mapping)
}
