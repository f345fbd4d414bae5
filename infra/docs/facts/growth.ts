import type { StageSettings } from '../../stage-settings.ts'
import { recordedFigure } from './recorded-figure.ts'
import { formatSeconds, markdownTable } from './table.ts'

/* AWS's limits that the service leans on, and at how many verifications a day each is met. */

/** The day's busiest second has so many times what an even day's second has. */
const peak = 5
/** Of one address verification, by its customer, its agent and its reviewer, from the token to the last photo. */
const requests = 25

interface AwsLimit {
  readonly what: string
  /** In the account and region, as it is before somebody asks for more; `capeTown` where that differs. */
  readonly most: number
  readonly capeTown?: number
  /** `second`: how many in a second; `open`: how many at once. */
  readonly kind: 'second' | 'open'
  /** How much of it one address verification takes; of what is open, for how many days. */
  readonly takes: (stage: StageSettings) => number
  readonly source: string
  readonly wayPast: string
}

const guides = 'https://docs.aws.amazon.com'
const stepFunctions = `${guides}/step-functions/latest/dg/service-quotas.html`
const more = 'ask for more at Service Quotas'

export const awsLimits: readonly AwsLimit[] = [
  {
    what: 'Step Functions: open executions',
    most: 1_000_000,
    kind: 'open',
    source: stepFunctions,
    takes: ({ verification }) => verification.dueSeconds / 86_400,
    wayPast: `${more}; else a second stage in another region or account, with customers of its own`,
  },
  {
    what: 'Step Functions: executions started',
    most: 150,
    kind: 'second',
    source: stepFunctions,
    takes: () => 1,
    wayPast: `orders wait in their queue; 300 in N. Virginia and Ireland: \`startsPerSecond\`; ${more}`,
  },
  {
    what: 'Step Functions: states entered',
    most: 800,
    kind: 'second',
    source: stepFunctions,
    takes: () => recordedFigure('workflow states of one address verification by people'),
    wayPast: `5000 in N. Virginia and Ireland; ${more}`,
  },
  {
    what: 'API Gateway: requests',
    most: 10_000,
    capeTown: 2500,
    kind: 'second',
    source: `${guides}/apigateway/latest/developerguide/limits.html`,
    takes: () => requests,
    wayPast: `the stage’s own \`throttle\` is met before; ${more}`,
  },
  {
    what: 'DynamoDB: write units of a table',
    most: 40_000,
    kind: 'second',
    source: `${guides}/amazondynamodb/latest/developerguide/ServiceQuotas.html`,
    takes: () => recordedFigure('writes of one address verification by people'),
    wayPast: more,
  },
  {
    what: 'SQS: receivers that are slow, one call a message',
    most: 70_000,
    capeTown: 2400,
    kind: 'second',
    takes: () => 1,
    source: `${guides}/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html`,
    wayPast: 'slow receivers wait longer; no other is held up',
  },
  {
    what: 'Lambda: copies of functions',
    most: 1000,
    kind: 'open',
    source: `${guides}/lambda/latest/dg/gettingstarted-limits.html`,
    // A tenth of a second a request, with its messages and changes as many again, at the busiest second.
    takes: () => (requests * 2 * 0.1 * peak) / 86_400,
    wayPast: `a new account has ten; what the stage reserves counts, too; ${more}`,
  },
]

/** Address verifications a day at which the limit is met, rounded down to two digits. */
export const metAt = ({ kind, takes }: AwsLimit, most: number, stage: StageSettings): number => {
  const perDay = (kind === 'open' ? most : (most * 86_400) / peak) / takes(stage)
  const size = 10 ** Math.floor(Math.log10(perDay) - 1)
  return Math.floor(perDay / size) * size
}

const inTwoRegions = (usual: number, capeTown: number): string =>
  usual === capeTown
    ? usual.toLocaleString('en')
    : `${usual.toLocaleString('en')}; ${capeTown.toLocaleString('en')}`

export const growthFacts = (stage: StageSettings) => ({
  growthAssumed: `an address verification is open for ${formatSeconds(stage.verification.dueSeconds)}, takes ${requests} requests of all who work on it, and the day’s busiest second has ${peak} times what an even day’s has`,
  growth: markdownTable(
    ['limit of an account in a region', 'most; in Cape Town', 'met at so many a day', 'the way past it'],
    awsLimits.map(each => {
      const { what, most, capeTown = most, kind, source, wayPast } = each
      return [
        `[${what}](${source})`,
        `${inTwoRegions(most, capeTown)} ${kind === 'open' ? 'at once' : 'a second'}`,
        inTwoRegions(metAt(each, most, stage), metAt(each, capeTown, stage)),
        wayPast,
      ]
    }),
  ),
})
