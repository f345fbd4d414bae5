import { Fault } from './errors.ts'
/** The type is the guard: no field can hold a person's name, phone, number or address. */
export interface LogFields {
  readonly organisationId?: number | undefined
  readonly mode?: string | undefined
  readonly clientId?: string | undefined
  readonly sourceDigest?: string | undefined
  readonly requestId?: string | undefined
  readonly action?: string | undefined
  readonly method?: string | undefined
  readonly route?: string | undefined
  readonly status?: number | null | undefined
  readonly code?: string | undefined
  readonly latencyMs?: number | undefined
  readonly verificationId?: number | undefined
  readonly slot?: string | undefined
  readonly product?: string | undefined
  readonly outcome?: string | undefined
  readonly result?: string | undefined
  readonly eventId?: string | undefined
  readonly endpointId?: number | undefined
  readonly attempt?: number | undefined
  readonly failure?: string | null | undefined
  readonly count?: number | undefined
  readonly error?: string | undefined
  readonly frames?: readonly string[] | undefined
}

/** The release, on each line; a line is written also where none is named. */
const release = () => ({ version: process.env.VERSION })

/** Writes one line of JSON. `event` is a noun and a participle, such as `delivery.attempted`. */
export const log = (event: string, fields: LogFields = {}): void => {
  console.info({ event, ...fields, ...release() })
}

/**
 * Writes one line of JSON that stays as it is. In Lambda's JSON log format the console puts what it is given below
 * `message`, where CloudWatch looks for no metrics: their document has to be the whole line
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html,
 * "Root node"). What goes past the console is not wrapped, and counts as a line of level INFO
 * (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html); Powertools write their metrics
 * so, too (https://github.com/aws-powertools/powertools-lambda-typescript/pull/1786). The release is a field there and no
 * dimension: each would be paid for as new metrics.
 */
export const logRaw = (line: object): void => {
  process.stdout.write(`${JSON.stringify({ ...line, ...release() })}\n`)
}

/** Messages of these come from us or from the language, not from data. */
const isSafe = (error: Error): boolean =>
  error instanceof Fault || error instanceof TypeError || error instanceof RangeError

/** Name and stack only: a message could quote data. */
export const errorLogFields = (error: unknown): Pick<LogFields, 'error' | 'frames'> => {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter(line => line.startsWith('    at '))
  return {
    error: isSafe(error) ? `${error.name}: ${error.message}` : error.name,
    frames: frames.slice(0, 8).map(line => line.trim()),
  }
}
