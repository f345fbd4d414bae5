import { Duration, Stack } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { functionName } from '../stacks/names.ts'
import { type Binding, grant, mergeVariables, toPolicy, writeTraces } from './binding.ts'
import { handler } from './bundle.ts'
import { logGroup, type StageContext, toConstructId } from './context.ts'
import type { Entry } from './entries.ts'
import { watchErrors } from './error-alarms.ts'

export interface NodeFunctionProps {
  readonly entry: Entry
  readonly errorImpact: string
  readonly bindings: readonly Binding[]
  readonly timeoutSeconds: number
  readonly memoryMb?: number
  /** How many copies may run at once, and are kept for it; otherwise what the account has left. */
  readonly reserved?: number | undefined
  /** A function that sends to the queue it consumes; Lambda would stop it after 16 rounds. */
  readonly mayFeedItself?: boolean
}

/** What every Lambda here is: Node 24 on arm64, with a role of its own; a stack's functions share a log group and alarms. */
export class NodeFunction extends Construct {
  readonly lambda: LambdaFunction
  readonly errorAlarm: string

  constructor(scope: Construct, context: StageContext, props: NodeFunctionProps) {
    super(scope, toConstructId(props.entry))
    const name = functionName(context.settings, props.entry)
    const logs = functionLogs(this, context)
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: name,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: codeOf(context, props.entry),
      handler,
      memorySize: props.memoryMb ?? 256,
      timeout: Duration.seconds(props.timeoutSeconds),
      // Immutable: a function may do only what its bindings grant.
      role: this.role(props.bindings, logs).withoutPolicyUpdates(),
      environment: { STAGE: context.settings.name, ...mergeVariables(props.bindings) },
      tracing: context.settings.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      logGroup: logs,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      // Start and report lines of every call would be most of the log bill; the same numbers are metrics.
      systemLogLevelV2: SystemLogLevel.WARN,
      ...(props.reserved !== undefined && { reservedConcurrentExecutions: props.reserved }),
      ...(props.mayFeedItself && { recursiveLoop: RecursiveLoop.ALLOW }),
    })
    this.errorAlarm = watchErrors(this, context, props)
  }

  private role(bindings: readonly Binding[], logs: LogGroup) {
    const ownGrants = [grant(['logs:CreateLogStream', 'logs:PutLogEvents'], logs.logGroupArn), writeTraces]
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { bindings: toPolicy([...bindings.flatMap(({ grants }) => grants), ...ownGrants]) },
    })
  }
}

/**
 * One for all functions of a stack: a log group of its own would be a call each of ten a second that an account has. The
 * streams of a group that is not named after its function begin with the function's name
 * (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-loggroups.html).
 */
const functionLogs = (scope: Construct, { settings }: StageContext): LogGroup => {
  const stack = Stack.of(scope)
  const existing = stack.node.tryFindChild('Logs')
  return existing instanceof LogGroup
    ? existing
    : logGroup(stack, 'Logs', settings, `/lambda/${stack.stackName}`)
}

const codeOf = ({ bundles }: StageContext, entry: Entry) => {
  const folder = bundles.get(entry)
  if (folder === undefined) throw new Error(`${entry} was not bundled`)
  return Code.fromAsset(folder)
}
