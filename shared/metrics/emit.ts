import { setting } from '../aws/environment.ts'
import { logRaw } from '../aws/log.ts'
// Types alone: a function carries no list.
import type { MetricName, metricNamespace, metrics } from './definitions.ts'

type By<Name extends MetricName> = (typeof metrics)[Name]['dimensions']

type Both<Any> = (Any extends Any ? (one: Any) => void : never) extends (all: infer All) => void ? All : never

type ValueIn<List> = List extends readonly (infer Value)[] ? Value : never

/** The dimensions of these metrics, each with a value that all of them know. */
type MetricDimensions<Name extends MetricName> = Both<
  Name extends MetricName ? { readonly [Each in keyof By<Name>]: ValueIn<By<Name>[Each]> } : never
>

/** No dimension that one of them has not, however the values come. */
type NoOthers<Given, Name extends MetricName> = {
  readonly [Each in Exclude<keyof Given, keyof By<Name>>]: never
}

/** What was counted at once, as the list allows it. */
export interface Measurement {
  readonly dimensions: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, number>>
}

/** Something counted. A metric, a dimension or a value that is not in the list does not compile. */
export const toMeasurement = <Name extends MetricName, Given extends MetricDimensions<Name>>(
  of: Given & NoOthers<Given, Name>,
  counts: Readonly<Record<Name, number>>,
): Measurement => ({ dimensions: of, values: counts })

const namespace: typeof metricNamespace = 'Verification'

const directiveOf = ({ dimensions, values }: Measurement) => ({
  Namespace: namespace,
  Dimensions: [['stage', ...Object.keys(dimensions)]],
  Metrics: Object.keys(values).map(Name => ({ Name })),
})

/**
 * A log line from which CloudWatch makes metrics. Measurements of one line share the values of their dimensions.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const toEmfLine = (measurements: readonly Measurement[], stage: string, nowMs: number): object => ({
  _aws: { Timestamp: nowMs, CloudWatchMetrics: measurements.map(directiveOf) },
  stage,
  ...Object.assign({}, ...measurements.flatMap(({ dimensions, values }) => [dimensions, values])),
})

/**
 * Counts, on one line of the log. What is counted stands beside a write that happens once, so that a repeat counts
 * nothing; a container that dies between the two leaves one uncounted, and CloudWatch itself may take a line twice. No
 * number that somebody pays by comes from here.
 */
export const emitMetrics = (...measurements: readonly Measurement[]): void =>
  logRaw(toEmfLine(measurements, setting('STAGE'), Date.now()))
