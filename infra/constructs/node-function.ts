import { Duration } from 'aws-cdk-lib'
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
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { type Binding, grant, mergeVariables, toPolicy, writeTraces } from './binding.ts'
import { handler } from './bundle.ts'
import type { StageContext } from './context.ts'
import type { Entry } from './entries.ts'
import { functionName, toConstructId } from './names.ts'

export interface NodeFunctionProps {
  readonly entry: Entry
  readonly bindings: readonly Binding[]
  readonly timeoutSeconds: number
  readonly memoryMb?: number
  /** How many copies may run at once, and are kept for it; otherwise what the account has left. */
  readonly reserved?: number | undefined
  /** A function that sends to the queue it consumes; Lambda would stop it after 16 rounds. */
  readonly mayFeedItself?: boolean
  readonly logGroup: LogGroup
}

/** What every Lambda here is: Node 24 on arm64, with a role of its own. */
export class NodeFunction extends Construct {
  /** The physical one, before CloudFormation knows it. */
  readonly name: string
  readonly lambda: LambdaFunction

  constructor(scope: Construct, context: StageContext, props: NodeFunctionProps) {
    super(scope, toConstructId(props.entry))
    this.name = functionName(context.settings, props.entry)
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: this.name,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: codeOf(context, props.entry),
      handler,
      memorySize: props.memoryMb ?? 256,
      timeout: Duration.seconds(props.timeoutSeconds),
      // Immutable: a function may do only what its bindings grant.
      role: this.role(props).withoutPolicyUpdates(),
      environment: {
        STAGE: context.settings.name,
        VERSION: context.version,
        ...mergeVariables(props.bindings),
      },
      tracing: context.settings.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      logGroup: props.logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      // Start and report lines of every call would be most of the log bill; the same numbers are metrics.
      systemLogLevelV2: SystemLogLevel.WARN,
      ...(props.reserved !== undefined && { reservedConcurrentExecutions: props.reserved }),
      ...(props.mayFeedItself && { recursiveLoop: RecursiveLoop.ALLOW }),
    })
  }

  private role({ bindings, logGroup: { logGroupArn } }: NodeFunctionProps) {
    const ownGrants = [grant(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroupArn), writeTraces]
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { bindings: toPolicy([...bindings.flatMap(({ grants }) => grants), ...ownGrants]) },
    })
  }
}

const codeOf = ({ bundles }: StageContext, entry: Entry) => {
  const folder = bundles.get(entry)
  if (folder === undefined) throw new Error(`${entry} was not bundled`)
  return Code.fromAsset(folder)
}
