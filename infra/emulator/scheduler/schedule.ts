import type { HostedResource } from '../cloudformation/identity.ts'
import { type JsonObject, object, text, unknownKeys } from '../json.ts'
import type { LambdaFunction } from '../lambda/function.ts'

/**
 * Lambda tries an asynchronous event twice more.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
const attempts = 3

const unitMilliseconds: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

export const readRate = (expression: string): number | undefined => {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
  return count === undefined ? undefined : Number(count) * unitMilliseconds[unit]!
}

const periodOf = ({ properties }: HostedResource): number | undefined =>
  readRate(text(properties.ScheduleExpression) ?? '')

export const hostSchedules = (
  schedules: HostedResource[],
  findFunction: (arn: string) => LambdaFunction | undefined,
): (() => void) => {
  const timers = schedules.map(schedule => {
    const target = findFunction(text(object(schedule.properties.Target).Arn) ?? '')
    return setInterval(() => target && void fire(schedule, target), periodOf(schedule)).unref()
  })
  return () => timers.forEach(clearInterval)
}

const fire = async (schedule: HostedResource, target: LambdaFunction): Promise<void> => {
  const payload = JSON.stringify(scheduledEvent(schedule))
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const result = await target.invoke(payload)
    if (result.ok) return
  }
}

const scheduledEvent = ({ stack, attribute }: HostedResource): JsonObject => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.scheduler',
  account: stack.account,
  time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
  region: stack.region,
  resources: [attribute('Arn')],
  detail: '{}',
})

export const scheduleProblems = (schedule: HostedResource): string[] => {
  const { ScheduleExpression, Target } = schedule.properties
  const unknown = unknownKeys(Target, 'Arn RetryPolicy RoleArn')
  return [
    ...(periodOf(schedule) === undefined
      ? [`the schedule ${text(ScheduleExpression)} is not supported, only rate(…)`]
      : []),
    ...unknown.map(field => `the target's ${field} is not supported`),
  ]
}
