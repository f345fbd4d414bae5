import { cloudWatchPrices } from '../../../infra/monitoring/cost.ts'

/**
 * A list price in us-east-1, first tier, without free tiers: looked up in stored copies of AWS's pages and in what
 * others noted from them, since nothing here asks AWS. The link is where AWS says what holds today.
 */
export interface Price {
  readonly dollars: number
  readonly per: string
  readonly link: string
  /** When it was last looked up. */
  readonly on: string
}

const on = '2026-11-21'

const at = (link: string) => (dollars: number, per: string) => ({ dollars, per, link, on }) satisfies Price
const apiGateway = at('https://aws.amazon.com/api-gateway/pricing/')
const cloudWatch = at('https://aws.amazon.com/cloudwatch/pricing/')
const dynamodb = at('https://aws.amazon.com/dynamodb/pricing/on-demand/')
const ec2 = at('https://aws.amazon.com/ec2/pricing/on-demand/')
const kms = at('https://aws.amazon.com/kms/pricing/')
const lambda = at('https://aws.amazon.com/lambda/pricing/')
const s3 = at('https://aws.amazon.com/s3/pricing/')
const scheduler = at('https://aws.amazon.com/eventbridge/pricing/')
const secrets = at('https://aws.amazon.com/secrets-manager/pricing/')
const sqs = at('https://aws.amazon.com/sqs/pricing/')
const stepFunctions = at('https://aws.amazon.com/step-functions/pricing/')
const xray = at('https://aws.amazon.com/xray/pricing/')

const million = 1e6

export const prices = {
  httpApiRequest: apiGateway(1 / million, 'request of an HTTP API, each 512 KB of it'),
  invocation: lambda(0.2 / million, 'invocation'),
  /** The initialisation of a container costs the same since 2025-08-01: https://aws.amazon.com/blogs/compute/aws-lambda-standardizes-billing-for-init-phase/ */
  gbSecond: lambda(0.000_013_333_4, 'GB-second on Arm'),
  writeUnit: dynamodb(0.625 / million, 'write request unit'),
  readUnit: dynamodb(0.125 / million, 'read request unit'),
  tableGbMonth: dynamodb(0.25, 'GB-month of table and indexes'),
  recoveryGbMonth: dynamodb(0.2, 'GB-month of point-in-time recovery'),
  queueRequest: sqs(0.4 / million, 'request, standard queue'),
  fairQueueRequest: sqs(0.5 / million, 'request with a message group, standard queue'),
  stateEntry: stepFunctions(25 / million, 'state transition, standard workflow'),
  putObject: s3(5 / million, 'PUT, Standard'),
  getObject: s3(0.4 / million, 'GET, Standard'),
  standardGbMonth: s3(0.023, 'GB-month, Standard'),
  moveObject: s3(20 / million, 'lifecycle transition into Glacier Instant Retrieval'),
  coldGbMonth: s3(0.004, 'GB-month, Glacier Instant Retrieval, 90 days at least'),
  egressGb: ec2(0.09, 'GB to the internet'),
  logGb: cloudWatch(0.5, 'GB of logs taken in'),
  logGbMonth: cloudWatch(0.03, 'GB-month of logs, compressed'),
  alarmMetric: cloudWatch(cloudWatchPrices.alarmMetric, 'metric of an alarm and month'),
  customMetric: cloudWatch(cloudWatchPrices.customMetric, 'custom metric and month'),
  dashboard: cloudWatch(cloudWatchPrices.dashboard, 'dashboard and month'),
  keyMonth: kms(1, 'customer key and month'),
  keyRequest: kms(3 / million, 'request'),
  secretMonth: secrets(0.4, 'secret and month'),
  secretRead: secrets(5 / million, 'read'),
  scheduledCall: scheduler(1 / million, 'invocation by a schedule'),
  trace: xray(5 / million, 'trace recorded'),
} as const satisfies Record<string, Price>
