import { setting } from './environment.ts'

/** Where all metrics of ours stand in CloudWatch. */
export const metricNamespace = 'Verification'

/**
 * Everything that is counted. `Fruitless` is a part of `Concluded`: look-ups that found nobody, or somebody else;
 * `Disagreed` of `BackChecked`: second visits that found otherwise than the first; `Delayed`: what missed its due time.
 */
export type MetricName = 'Concluded' | 'Fruitless' | 'BackChecked' | 'Disagreed' | 'Delayed'

/** What is counted at once, by dimensions that are words of ours: no field can hold anything about a person. */
export interface Measurement {
  readonly dimensions: Readonly<Record<'stage' | 'product', string>>
  readonly counts: Readonly<Partial<Record<MetricName, number>>>
}

/** A log line from which CloudWatch makes metrics: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
export const metricLine = ({ dimensions, counts }: Measurement, nowMs: number): string =>
  JSON.stringify({
    _aws: {
      Timestamp: nowMs,
      CloudWatchMetrics: [
        {
          Namespace: metricNamespace,
          Dimensions: [Object.keys(dimensions)],
          Metrics: Object.keys(counts).map(Name => ({ Name })),
        },
      ],
    },
    ...dimensions,
    ...counts,
  })

/** Counts something of a product. Lambda's console would put the line inside another, where CloudWatch does not look. */
export const count = (product: string, counts: Measurement['counts']): void => {
  const dimensions = { stage: setting('STAGE'), product }
  process.stdout.write(`${metricLine({ dimensions, counts }, Date.now())}\n`)
}
