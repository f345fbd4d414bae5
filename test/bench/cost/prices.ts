import { cloudWatchPrices } from '../../../infra/monitoring/cost.ts'
import { dearness } from './assumptions.ts'

export const billedRegions = Object.keys(dearness) as (keyof typeof dearness)[]
export type BilledRegion = (typeof billedRegions)[number]

/**
 * A list price, first tier, without free tiers. Those of us-east-1 were looked up in stored copies of AWS's pages and in
 * what others noted from them, since nothing here asks AWS. Those of other regions are estimates: some were found there,
 * some are remembered, all others are us-east-1's times `dearness`. The link is where AWS says what holds today.
 */
export interface Price {
  /** In us-east-1. */
  readonly dollars: number
  readonly per: string
  readonly elsewhere?: Elsewhere | undefined
  readonly link: string
  /** When it was last looked up. */
  readonly on: string
}

const on = '2026-11-21'

type Elsewhere = Readonly<Partial<Record<BilledRegion, number>>>

const at = (link: string) => (dollars: number, per: string, elsewhere?: Elsewhere) =>
  ({ dollars, per, link, on, elsewhere }) satisfies Price
const inIreland = (dollars: number): Elsewhere => ({ 'eu-west-1': dollars })
const inCapeTown = (dollars: number): Elsewhere => ({ 'af-south-1': dollars })
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
  httpApiRequest: apiGateway(
    1 / million,
    'request of an HTTP API, each 512 KB of it',
    inIreland(1.11 / million),
  ),
  invocation: lambda(0.2 / million, 'invocation', {
    ...inIreland(0.2 / million),
    ...inCapeTown(0.2 / million),
  }),
  /** The initialisation of a container costs the same since 2025-08-01: https://aws.amazon.com/blogs/compute/aws-lambda-standardizes-billing-for-init-phase/ */
  gbSecond: lambda(0.000_013_333_4, 'GB-second on Arm', {
    ...inIreland(0.000_013_333_4),
    ...inCapeTown(0.000_017_68),
  }),
  writeUnit: dynamodb(0.625 / million, 'write request unit', inIreland(0.7068 / million)),
  readUnit: dynamodb(0.125 / million, 'read request unit', inIreland(0.1415 / million)),
  tableGbMonth: dynamodb(0.25, 'GB-month of table and indexes', inIreland(0.283)),
  recoveryGbMonth: dynamodb(0.2, 'GB-month of point-in-time recovery', inIreland(0.226)),
  queueRequest: sqs(0.4 / million, 'request, standard queue', inIreland(0.4 / million)),
  fairQueueRequest: sqs(
    0.5 / million,
    'request with a message group, standard queue',
    inIreland(0.5 / million),
  ),
  stateEntry: stepFunctions(25 / million, 'state transition, standard workflow', {
    ...inIreland(25 / million),
    ...inCapeTown(29.75 / million),
  }),
  putObject: s3(5 / million, 'PUT, Standard', { ...inIreland(5 / million), ...inCapeTown(6 / million) }),
  getObject: s3(0.4 / million, 'GET, Standard', inIreland(0.4 / million)),
  standardGbMonth: s3(0.023, 'GB-month, Standard', { ...inIreland(0.023), ...inCapeTown(0.0274) }),
  moveObject: s3(20 / million, 'lifecycle transition into Glacier Instant Retrieval'),
  coldGbMonth: s3(0.004, 'GB-month, Glacier Instant Retrieval, 90 days at least'),
  egressGb: ec2(0.09, 'GB to the internet', { ...inIreland(0.09), ...inCapeTown(0.154) }),
  logGb: cloudWatch(0.5, 'GB of logs taken in', inIreland(0.57)),
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

export type PriceName = keyof typeof prices

/** Dollars of one. */
export const priceIn = (region: BilledRegion, name: PriceName): number => {
  const { dollars, elsewhere }: Price = prices[name]
  return elsewhere?.[region] ?? dollars * dearness[region]
}
