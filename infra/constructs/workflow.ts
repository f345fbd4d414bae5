import { Stack } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { onResource, workflowEnds } from '../monitoring/alarms.ts'
import { arnOf, workflowName } from '../names.ts'
import type { Stage } from '../stages.ts'
import { deliverLogs, sampleTraces } from './account-wide.ts'
import { addAlarm } from './alarm.ts'
import { type Binding, grant, toPolicy } from './binding.ts'
import { type CompletionTasks, completionDefinition } from './completion-definition.ts'
import type { StageContext } from './context.ts'
import { logGroup } from './log-group.ts'
import type { WorkerFunction } from './worker-function.ts'

/** The state machine that waits for people. Its data are ids. */
export class Workflow extends Construct {
  private readonly arn: string
  /** To start an execution, or to stop one. */
  readonly run: Binding

  constructor(scope: Construct, context: StageContext, tasks: Record<keyof CompletionTasks, WorkerFunction>) {
    super(scope, 'Workflow')
    const { settings } = context
    const name = workflowName(settings)
    const { assign, delay, expire } = tasks
    const arns = {
      assign: assign.lambda.functionArn,
      delay: delay.lambda.functionArn,
      expire: expire.lambda.functionArn,
    }
    const logs = logGroup(this, 'Logs', settings, `/aws/vendedlogs/states/${name}`)
    const machine = new CfnStateMachine(this, 'Machine', {
      stateMachineName: name,
      stateMachineType: 'STANDARD',
      definitionString: Stack.of(this).toJsonString(completionDefinition(arns, settings.verification)),
      roleArn: this.role(Object.values(arns)).roleArn,
      loggingConfiguration: {
        level: 'ERROR',
        includeExecutionData: false,
        destinations: [{ cloudWatchLogsLogGroup: { logGroupArn: logs.logGroupArn } }],
      },
      tracingConfiguration: { enabled: settings.tracing },
    })
    this.arn = machine.ref
    this.run = this.runBinding(settings)
    const of = { StateMachineArn: this.arn }
    addAlarm(this, 'ExecutionsFailed', context, onResource(workflowEnds.failed, of))
    addAlarm(this, 'ExecutionsTimedOut', context, onResource(workflowEnds.timedOut, of))
  }

  private role(functionArns: readonly string[]) {
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: {
        workflow: toPolicy([grant(['lambda:InvokeFunction'], ...functionArns), sampleTraces, deliverLogs]),
      },
    })
  }

  private runBinding(settings: Stage): Binding {
    // An execution is named after its verification, which nobody knows when this is deployed.
    const executions = arnOf('states', `execution:${workflowName(settings)}:*`)
    return {
      grants: [grant(['states:StartExecution'], this.arn), grant(['states:StopExecution'], executions)],
      variables: { WORKFLOW_ARN: this.arn },
    }
  }
}

/**
 * To end a wait. By name and not by reference, since the workflow's own tasks may do it, and it refers to them. On the
 * machine's ARN, as CDK's `grantTaskResponse` does, though AWS's reference lists no type of resource for it
 * (https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsstepfunctions.html).
 */
export const sendTaskSuccessBinding = (settings: Stage): Binding => ({
  grants: [grant(['states:SendTaskSuccess'], arnOf('states', `stateMachine:${workflowName(settings)}`))],
  variables: {},
})
