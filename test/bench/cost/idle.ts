import { scheduledIn } from './standing.ts'
import { type MeteredWorld, settle } from './usage.ts'

interface Directive {
  readonly Dimensions: readonly (readonly string[])[]
  readonly Metrics: readonly { readonly Name: string }[]
}

/** The metrics that a line makes, each with the values of its dimensions. */
const metricsIn = (line: string): string[] => {
  if (!line.includes('{"_aws":')) return []
  const { _aws, ...values } = JSON.parse(line.slice(line.indexOf('{')))
  return (_aws.CloudWatchMetrics as readonly Directive[]).flatMap(({ Dimensions, Metrics }) =>
    Metrics.flatMap(({ Name }) =>
      Dimensions.map(names => [Name, ...names.map(name => values[name])].join(' ')),
    ),
  )
}

/**
 * Runs all that a schedule runs in a world in which nothing has happened, and what follows from it.
 * @returns how many metrics of ours that wrote, each combination of dimensions by itself. CloudWatch bills one only for
 * the hours in which it is written: https://aws.amazon.com/cloudwatch/pricing/
 * @throws where a scheduled function fails
 */
export const metricsWrittenInIdle = async (metered: MeteredWorld): Promise<number> => {
  const { world, assembly } = metered
  const from = world.logLines.length
  const scheduled = scheduledIn(assembly)
  if (scheduled.length === 0) throw new Error('Nothing runs by a schedule')
  for (const { functionName } of scheduled) await world.emulator.invoke(functionName, {})
  await settle(metered)
  return new Set(world.logLines.slice(from).flatMap(metricsIn)).size
}
