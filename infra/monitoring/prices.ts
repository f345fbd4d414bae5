/**
 * List prices in us-east-1, first tier, without free tiers, by the month and in dollars: looked up in what others noted
 * of AWS's page, since nothing here asks AWS.
 */
export const cloudWatchPrices = {
  /** Of each combination of dimensions, in the hours in which it is written. */
  customMetric: 0.3,
  /** Of each metric that an alarm reads. */
  alarmMetric: 0.1,
  dashboard: 3,
} as const

/** Where AWS says what holds today, and when it was last looked up. */
export const cloudWatchPricesSource = {
  link: 'https://aws.amazon.com/cloudwatch/pricing/',
  on: '2026-11-22',
} as const
