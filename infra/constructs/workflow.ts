import { Stack } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { addAlarm, onResource, type ResourceAlarm } from './alarm.ts'
import { type Binding, deliverLogs, grant, sampleTraces, toPolicy } from './binding.ts'
import { logGroup, type StageContext } from './context.ts'
import { arnOf } from './names.ts'
import type { NodeFunction } from './node-function.ts'

/** Seconds since the verification was accepted. */
export interface CompletionTimes {
  readonly dueSeconds: number
  readonly expirySeconds: number
}

export interface WorkflowProps {
  readonly name: string
  readonly tasks: Record<keyof CompletionTasks, NodeFunction>
  readonly times: CompletionTimes
  readonly alarms: { readonly failed: ResourceAlarm; readonly timedOut: ResourceAlarm }
}

export class Workflow extends Construct {
  readonly run: Binding

  constructor(scope: Construct, context: StageContext, { name, tasks, times, alarms }: WorkflowProps) {
    super(scope, 'Workflow')
    const { settings } = context
    const { assign, delay, expire } = tasks
    const arns = {
      assign: assign.lambda.functionArn,
      delay: delay.lambda.functionArn,
      expire: expire.lambda.functionArn,
    }
    const logs = logGroup(this, 'Logs', settings, `/aws/vendedlogs/states/${name}`)
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: {
        workflow: toPolicy([
          grant(['lambda:InvokeFunction'], ...Object.values(arns)),
          sampleTraces,
          deliverLogs,
        ]),
      },
    })
    const machine = new CfnStateMachine(this, 'Machine', {
      stateMachineName: name,
      stateMachineType: 'STANDARD',
      definitionString: Stack.of(this).toJsonString(completionDefinition(arns, times)),
      roleArn: role.roleArn,
      loggingConfiguration: {
        level: 'ERROR',
        includeExecutionData: false,
        destinations: [{ cloudWatchLogsLogGroup: { logGroupArn: logs.logGroupArn } }],
      },
      tracingConfiguration: { enabled: settings.tracing },
    })
    // An execution is named after its verification, which nobody knows when this is deployed.
    const executions = arnOf('states', `execution:${name}:*`)
    this.run = {
      grants: [grant(['states:StartExecution'], machine.ref), grant(['states:StopExecution'], executions)],
      variables: { WORKFLOW_ARN: machine.ref },
    }
    const of = { StateMachineArn: machine.ref }
    addAlarm(this, 'ExecutionsFailed', context, onResource(alarms.failed, of))
    addAlarm(this, 'ExecutionsTimedOut', context, onResource(alarms.timedOut, of))
  }
}

/**
 * To end a wait. By name and not by reference, since the workflow's own tasks may do it, and it refers to them. On the
 * machine's ARN, as CDK's `grantTaskResponse` does, though AWS's reference lists no type of resource for it
 * (https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsstepfunctions.html).
 */
export const sendTaskSuccessBinding = (workflowName: string): Binding => ({
  grants: [grant(['states:SendTaskSuccess'], arnOf('states', `stateMachine:${workflowName}`))],
  variables: {},
})

interface CompletionTasks {
  readonly assign: string
  readonly delay: string
  readonly expire: string
}

/**
 * The completion workflow in the Amazon States Language: it guards the time until somebody decides. Undisturbed it is
 * one state, and state entries are most of what a verification costs. The end of the verification arrives as the task
 * token's success; its output is dropped.
 */
export const completionDefinition = (
  tasks: CompletionTasks,
  { dueSeconds, expirySeconds }: CompletionTimes,
) => ({
  StartAt: 'AwaitDecision',
  // An execution that outlives its own expiry is stuck.
  TimeoutSeconds: expirySeconds + oneDaySeconds,
  States: {
    AwaitDecision: awaitDecision(tasks.assign, dueSeconds, 'MarkDelayed'),
    MarkDelayed: { ...call(tasks.delay), Next: 'AwaitLateDecision' },
    AwaitLateDecision: awaitDecision(tasks.assign, expirySeconds - dueSeconds, 'Expire'),
    Expire: { ...call(tasks.expire), End: true },
  },
})

const oneDaySeconds = 86_400

const ids = {
  'organisationId.$': '$.organisationId',
  'mode.$': '$.mode',
  'verificationId.$': '$.verificationId',
}

const awaitDecision = (functionArn: string, timeoutSeconds: number, late: string) => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  Parameters: { FunctionName: functionArn, Payload: { ...ids, 'token.$': '$$.Task.Token' } },
  TimeoutSeconds: timeoutSeconds,
  // Anything but the timeout, which is no failure but the next step.
  Retry: [patiently('States.TaskFailed')],
  Catch: [{ ErrorEquals: ['States.Timeout'], ResultPath: null, Next: late }],
  ResultPath: null,
  End: true,
})

const call = (functionArn: string) => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Parameters: { FunctionName: functionArn, Payload: ids },
  Retry: [patiently('States.ALL')],
  ResultPath: null,
})

/** 2 s, 4 s, 8 s … up to a quarter of an hour apart: outlasts hours of trouble, then fails loudly. */
const patiently = (error: 'States.ALL' | 'States.TaskFailed') => ({
  ErrorEquals: [error],
  IntervalSeconds: 2,
  BackoffRate: 2,
  MaxDelaySeconds: 900,
  MaxAttempts: 40,
  JitterStrategy: 'FULL',
})
