import type { Stack } from 'aws-cdk-lib'
import { type AlarmMember, addNumberedAlarm, isTooMuch, type NamedAlarm, type Told } from './alarm.ts'
import type { StageContext } from './context.ts'
import type { Entry } from './entries.ts'
import { functionName } from './names.ts'

interface WatchedFunction {
  readonly entry: Entry
  readonly errorImpact: string
}

interface ErrorAlarm extends NamedAlarm {
  /** Grows while the stack is made. */
  readonly members: AlarmMember[]
}

/**
 * Alarms on the errors of a stack's functions: each watches as many as one alarm can tell of. Metrics Insights would make
 * one of all, but its `WHERE` knows neither `OR` nor a part of a name, and tags only where the account has opted in
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch-metrics-insights-querylanguage.html):
 * it could not tell this stage's functions from another's.
 */
export class ErrorAlarms {
  private readonly stack: Stack
  private readonly context: StageContext
  private readonly told: Told
  private readonly alarms: ErrorAlarm[] = []

  /** @param told its name is followed by a number */
  constructor(stack: Stack, context: StageContext, told: Told) {
    this.stack = stack
    this.context = context
    this.told = told
  }

  /** Has the last alarm watch the function, or another one where that has no room. */
  watch({ entry, errorImpact }: WatchedFunction): NamedAlarm {
    const of = { FunctionName: functionName(this.context.settings, entry) }
    const member = { title: entry, errorImpact, metric: { namespace: 'AWS/Lambda', name: 'Errors', of } }
    const last = this.alarms.at(-1)
    if (!last || !this.hasRoom(last, member)) return this.begin(member)
    last.members.push(member)
    return last
  }

  private hasRoom({ members }: ErrorAlarm, member: AlarmMember): boolean {
    return !isTooMuch(this.context, { ...this.told, members: [...members, member] })
  }

  private begin(member: AlarmMember): NamedAlarm {
    const { stack, context, told, alarms } = this
    const number = alarms.length + 1
    const name = `${told.name}-${number}`
    const members = [member]
    const alarm = addNumberedAlarm(stack, `Errors${number}`, context, { ...told, name, members })
    alarms.push({ ...alarm, members })
    return alarm
  }
}
