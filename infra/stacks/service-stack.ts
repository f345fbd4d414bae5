import { Stack } from 'aws-cdk-lib'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Route } from '../../shared/http/contract/route.ts'
import type { NamedAlarm } from '../constructs/alarm.ts'
import { ApiFunction } from '../constructs/api-function.ts'
import { logGroup, type StageContext } from '../constructs/context.ts'
import type { WorkerEntry } from '../constructs/entries.ts'
import { ErrorAlarms } from '../constructs/error-alarms.ts'
import { physicalName } from '../constructs/names.ts'
import { NodeFunction, type NodeFunctionProps } from '../constructs/node-function.ts'
import { CanaryRollout } from '../constructs/rollout.ts'
import { addSchedule } from '../constructs/schedule.ts'
import { consumerTimeoutSeconds, type QueueName, WorkQueue } from '../constructs/work-queue.ts'
import { deadLetters, functionErrors, queueLate, scheduleSilent, serverErrors } from '../monitoring/alarms.ts'
import { backlogs } from '../monitoring/backlogs.ts'
import { type ScheduleName, schedules } from '../monitoring/schedules.ts'
import type { StageSettings } from '../stage-settings.ts'
import { type Bindings, bindingsOf } from './bindings.ts'
import { published, type StackName, stackProps } from './names.ts'
import {
  bindingsOfChain,
  type PathProps,
  type Paths,
  type RoutedFunction,
  routedFunctionAt,
} from './paths.ts'

export interface ServiceContext extends StageContext {
  readonly settings: StageSettings
}

interface ServiceStackProps {
  readonly name: StackName
  readonly description: string
}

interface WorkerProps extends Omit<NodeFunctionProps, 'logGroup'> {
  readonly entry: WorkerEntry
  /** Who is hurt where it fails. */
  readonly errorImpact: string
}

interface QueueProps {
  readonly name: QueueName
  /** How many copies of the consumer may run at once: 2 to 1000. */
  readonly maxConcurrency: number
  readonly consumer: Omit<WorkerProps, 'errorImpact' | 'timeoutSeconds'>
}

/** The API behind which functions stand. */
interface ServedApi {
  readonly id: string
  readonly serverErrors: NamedAlarm
}

/**
 * A stack with functions. They share a log group: one of its own for each would be a call each of ten a second that an
 * account has; the streams of a group that is not named after its function begin with the function's name
 * (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-loggroups.html). They share alarms on their
 * errors, and the application that rolls out new code of those that callers wait for.
 */
export class ServiceStack extends Stack {
  protected readonly context: ServiceContext
  protected readonly settings: StageSettings
  protected readonly bind: Bindings
  private readonly errorAlarms: ErrorAlarms
  private logs: LogGroup | undefined
  private rollout: CanaryRollout | undefined

  constructor(scope: Construct, context: ServiceContext, { name, description }: ServiceStackProps) {
    const { settings } = context
    super(scope, physicalName(settings, name), stackProps(settings, name, description))
    this.context = context
    this.settings = settings
    this.bind = bindingsOf(settings)
    this.errorAlarms = new ErrorAlarms(this, context, { ...functionErrors, name: `${name}-errors` })
  }

  /** Made with the first function: a stack without one has no logs. */
  private functionLogs(): LogGroup {
    this.logs ??= logGroup(this, 'Logs', this.settings, `/lambda/${this.stackName}`)
    return this.logs
  }

  /** A function behind no path. */
  protected addWorker({ errorImpact, ...props }: WorkerProps): NodeFunction {
    const worker = new NodeFunction(this, this.context, { ...props, logGroup: this.functionLogs() })
    this.errorAlarms.watch({ entry: props.entry, errorImpact })
    return worker
  }

  /** A queue with its consumer. */
  protected addQueue({ name, maxConcurrency, consumer }: QueueProps): void {
    const alarms = { late: queueLate(name), deadLetters: deadLetters(name) }
    const queue = new WorkQueue(this, this.context, { name, alarms })
    const worker = this.addWorker({
      ...consumer,
      errorImpact: backlogs[name].errorImpact,
      bindings: [...consumer.bindings, queue.receive],
      timeoutSeconds: consumerTimeoutSeconds,
    })
    queue.deliverTo(worker, maxConcurrency)
  }

  /** A function that runs by the clock. */
  protected addScheduled(name: ScheduleName, props: Omit<WorkerProps, 'errorImpact'>): void {
    const { everyMinutes, errorImpact } = schedules[name]
    const worker = this.addWorker({ ...props, errorImpact })
    addSchedule(this, this.context, { name, everyMinutes, silent: scheduleSilent(name) }, worker)
  }

  /** Has each path served by a function of its own. */
  serve(paths: Paths, api: ServedApi = this.publishedApi()): void {
    for (const path of Object.keys(paths) as Route['path'][]) {
      const { bindings, ...props } = paths[path]!
      const all = [...bindings, ...bindingsOfChain(path, this.settings)]
      this.addApiFunction(routedFunctionAt(path), { ...props, bindings: all }, api)
    }
  }

  /** It is in the platform's stack, with its alarm, which is deployed before all that serve paths. */
  private publishedApi(): ServedApi {
    const alarmName = physicalName(this.settings, serverErrors.name)
    return { id: published(this.settings, 'ApiId'), serverErrors: { alarmName, resource: undefined } }
  }

  protected addApiFunction(
    { entry, routeKeys }: RoutedFunction,
    { errorImpact, ...props }: PathProps,
    { id: apiId, serverErrors }: ServedApi,
  ): void {
    const made = new ApiFunction(this, this.context, { ...props, entry, logGroup: this.functionLogs() })
    const alarms = [this.errorAlarms.watch({ entry, errorImpact }), serverErrors]
    made.allowCalls({ apiId, routeKeys, target: this.targetOf(made, alarms) })
  }

  /** What callers of a function call. */
  private targetOf(made: ApiFunction, alarms: readonly NamedAlarm[]): string {
    const { change } = this.settings
    if (change === 'at once') return made.lambda.functionArn
    this.rollout ??= new CanaryRollout(this)
    return this.rollout.leadTo(made, { minutes: change.canaryMinutes, alarms })
  }
}
