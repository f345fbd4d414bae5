/** AWS::Scheduler::Schedule and AWS::Events::Rule: functions that wake up by the clock. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { type JsonObject, list, object, text } from '../json.ts'
import type { LambdaFunction } from '../lambda/function.ts'
import { readSchedule, type Schedule } from './schedule-expression.ts'

export const scheduleProperties = {
  honoured: ['Name', 'ScheduleExpression', 'ScheduleExpressionTimezone', 'State', 'Target'],
  withoutEffect: ['Description', 'FlexibleTimeWindow', 'GroupName', 'KmsKeyArn'],
}
export const ruleProperties = {
  honoured: ['Name', 'ScheduleExpression', 'State', 'Targets'],
  withoutEffect: ['Description', 'RoleArn', 'Tags'],
}

/** Lambda tries an asynchronous event twice more. https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
const attempts = 3

const isScheduler = ({ type }: HostedResource): boolean => type === 'AWS::Scheduler::Schedule'

const targetsOf = ({ properties }: HostedResource): JsonObject[] =>
  [...list(properties.Target), ...list(properties.Targets)].map(object)

const readExpression = ({ properties }: HostedResource): Schedule | undefined =>
  readSchedule(text(properties.ScheduleExpression) ?? '', text(properties.ScheduleExpressionTimezone))

/** Starts the clock of every enabled schedule; the answer stops them. */
export const hostSchedules = (
  schedules: HostedResource[],
  findFunction: (arn: string) => LambdaFunction | undefined,
): (() => void) => {
  const fire = (resource: HostedResource): void => {
    for (const target of targetsOf(resource)) {
      const lambda = findFunction(text(target.Arn) ?? '')
      const payload = text(target.Input) ?? JSON.stringify(scheduledEvent(resource))
      if (lambda !== undefined) void invokeRepeatedly(lambda, payload)
    }
  }
  const enabled = schedules.filter(({ properties }) => properties.State !== 'DISABLED')
  const timers = enabled.flatMap(resource => {
    const schedule = readExpression(resource)
    if (schedule?.kind === 'rate') return [setInterval(() => fire(resource), schedule.milliseconds).unref()]
    return []
  })
  const stopClock = everyMinute(now => {
    for (const resource of enabled) {
      const schedule = readExpression(resource)
      if (schedule?.kind === 'cron' && schedule.isDue(now)) fire(resource)
    }
  })
  return () => {
    timers.forEach(clearInterval)
    stopClock()
  }
}

const everyMinute = (tick: (now: Date) => void): (() => void) => {
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(
      () => {
        tick(new Date())
        wait()
      },
      60_000 - (Date.now() % 60_000),
    ).unref()
  }
  wait()
  return () => clearTimeout(timer)
}

const invokeRepeatedly = async (lambda: LambdaFunction, payload: string): Promise<void> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const result = await lambda.invoke(payload)
    if (result.ok) return
  }
}

const scheduledEvent = (resource: HostedResource): JsonObject => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': 'Scheduled Event',
  source: isScheduler(resource) ? 'aws.scheduler' : 'aws.events',
  account: resource.stack.account,
  time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
  region: resource.stack.region,
  resources: [resource.attribute('Arn')],
  detail: isScheduler(resource) ? '{}' : {},
})

/** Expressions that are not understood, and targets that are no functions. */
export const scheduleProblems = (resource: HostedResource): string[] => {
  const expression = text(resource.properties.ScheduleExpression)
  const problems =
    readExpression(resource) === undefined ? [`the schedule ${expression} is not supported`] : []
  const targets = targetsOf(resource).map(target => text(target.Arn) ?? '')
  const others = targets.filter(arn => arn.split(':')[2] !== 'lambda')
  return [...problems, ...others.map(arn => `the target ${arn} is no function`)]
}
