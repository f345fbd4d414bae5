import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { functionErrors, functionErrorsMetric } from '../monitoring/alarms.ts'
import { functionName } from '../stacks/names.ts'
import { type AlarmMember, addNumberedAlarm, isTooMuch } from './alarm.ts'
import { physicalName, type StageContext } from './context.ts'
import type { Entry } from './entries.ts'

interface ErrorAlarm {
  readonly name: string
  readonly members: AlarmMember[]
}

const alarmsOf = new WeakMap<Stack, ErrorAlarm[]>()

interface WatchedFunction {
  readonly entry: Entry
  readonly errorImpact: string
}

/**
 * Has an alarm of the stack watch a function, with as many others as one alarm can tell of. Metrics Insights would make
 * one of all, but its `WHERE` knows neither `OR` nor a part of a name, and tags only where the account has opted in
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch-metrics-insights-querylanguage.html):
 * it could not tell this stage's functions from another's.
 * @returns the alarm's name, without the stage's prefix
 */
export const watchErrors = (
  scope: Construct,
  context: StageContext,
  { entry, errorImpact }: WatchedFunction,
): string => {
  const { settings } = context
  const stack = Stack.of(scope)
  const alarms = alarmsOf.get(stack) ?? []
  const of = { FunctionName: functionName(settings, entry) }
  const member = { title: entry, errorImpact, metric: { ...functionErrorsMetric, of } }
  const last = alarms.at(-1)
  const fuller = { ...functionErrors, name: '', members: [...(last?.members ?? []), member] }
  if (last && !isTooMuch(context, fuller)) {
    last.members.push(member)
    return last.name
  }
  const number = alarms.length + 1
  const name = `${stack.stackName.slice(physicalName(settings, '').length)}-errors-${number}`
  const begun = { name, members: [member] }
  alarmsOf.set(stack, [...alarms, begun])
  addNumberedAlarm(stack, `Errors${number}`, context, { ...functionErrors, ...begun })
  return name
}
