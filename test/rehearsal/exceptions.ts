import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { callForm, callJson, signedFor } from './account.ts'
import { withIndexJs, without, withoutUpdatePolicies } from './assembly.ts'
import { account, type MiniStack, region } from './ministack.ts'

/** What AWS does and the emulator does not. */
export interface Exception {
  readonly what: string
  /** How it is known that AWS does it. */
  readonly source: string
  /** What is done to the synthesised assembly of a stage, so that it can be deployed all the same. */
  readonly adapt?: (assembly: string) => void
  /** The least that shows it: whether the emulator does it by now. Then the entry has to go. */
  readonly isDone: (miniStack: MiniStack, python: string) => Promise<boolean>
}

const role = `arn:aws:iam::${account}:role/nobody`

const zipped = (scratch: string, python: string, name: string, code: string): string => {
  const folder = mkdtempSync(join(scratch, 'proof-'))
  writeFileSync(join(folder, name), code)
  execFileSync(python, ['-m', 'zipfile', '-c', 'code.zip', name], { cwd: folder })
  return readFileSync(join(folder, 'code.zip')).toString('base64')
}

const runsIndexCjs = async ({ endpoint, scratch }: MiniStack, python: string): Promise<boolean> => {
  const ZipFile = zipped(scratch, python, 'index.cjs', 'exports.handler = async () => "ran"')
  const functions = `${endpoint}/2015-03-31/functions`
  const headers = signedFor('lambda')
  const made = { FunctionName: 'proof', Runtime: 'nodejs24.x', Handler: 'index.handler', Role: role }
  await fetch(functions, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...made, Code: { ZipFile } }),
  })
  const answer = await fetch(`${functions}/proof/invocations`, { method: 'POST', headers })
  return (await answer.text()) === '"ran"'
}

/** Whether its CloudFormation knows the type of a resource. */
const knows =
  (Type: string, Properties: object) =>
  async ({ endpoint }: MiniStack): Promise<boolean> => {
    const TemplateBody = JSON.stringify({ Resources: { Unknown: { Type, Properties } } })
    const parameters = { Action: 'ValidateTemplate', Version: '2010-05-15', TemplateBody }
    return (await callForm(endpoint, 'cloudformation', parameters)).isOk
  }

const knowsBranding = knows('AWS::Cognito::ManagedLoginBranding', {
  UserPoolId: `${region}_abcdefghi`,
  UseCognitoProvidedValues: true,
})

const rollsOut = knows('AWS::CodeDeploy::Application', { ComputePlatform: 'Lambda' })

/** The share of 5xx among all answers, as an alarm. */
const shareAlarm = {
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    ComparisonOperator: 'GreaterThanThreshold',
    EvaluationPeriods: 1,
    Threshold: 0.5,
    Metrics: [
      { Id: 'share', Expression: 'failures / 2' },
      {
        Id: 'failures',
        ReturnData: false,
        MetricStat: { Metric: { Namespace: 'Proof', MetricName: 'Failures' }, Period: 60, Stat: 'Sum' },
      },
    ],
  },
}

const makesShareAlarms = async ({ endpoint }: MiniStack): Promise<boolean> => {
  const call = (parameters: Readonly<Record<string, string>>) =>
    callForm(endpoint, 'cloudformation', { Version: '2010-05-15', StackName: 'proof', ...parameters })
  const TemplateBody = JSON.stringify({ Resources: { Share: shareAlarm } })
  await call({ Action: 'CreateStack', TemplateBody })
  const status = await eventually(async () => {
    const { text } = await call({ Action: 'DescribeStacks' })
    return /<StackStatus>(\w+_(?:COMPLETE|FAILED))</.exec(text)?.[1]
  }, 'the end of a deploy')
  return status === 'CREATE_COMPLETE'
}

const stopsWhatHasEnded = async ({ endpoint }: MiniStack): Promise<boolean> => {
  const call = async (action: string, input: object) =>
    callJson(endpoint, 'states', `AWSStepFunctions.${action}`, input)
  const definition = JSON.stringify({ StartAt: 'End', States: { End: { Type: 'Succeed' } } })
  const made = await call('CreateStateMachine', { name: 'proof', definition, roleArn: role })
  const { stateMachineArn } = JSON.parse(made.text) as { stateMachineArn: string }
  const started = await call('StartExecution', { stateMachineArn, name: 'proof' })
  const { executionArn } = JSON.parse(started.text) as { executionArn: string }
  await eventually(
    async () => (await call('DescribeExecution', { executionArn })).text.includes('SUCCEEDED'),
    'the end of the execution',
  )
  return (await call('StopExecution', { executionArn })).isOk
}

/** All there are: what stands here is changed in the assembly and nowhere else. */
export const exceptions: readonly Exception[] = [
  {
    what: 'Lambda runs `index.handler` from `index.cjs`; the emulator looks for `.js` and `.mjs`',
    source: 'https://github.com/aws/aws-lambda-nodejs-runtime-interface-client, UserFunction.js',
    adapt: withIndexJs,
    isDone: runsIndexCjs,
  },
  {
    what: 'CloudFormation makes a managed login’s branding; the emulator knows no such type',
    source:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cognito-managedloginbranding.html',
    adapt: assembly => without(assembly, ({ Type }) => Type === 'AWS::Cognito::ManagedLoginBranding'),
    isDone: knowsBranding,
  },
  {
    what: 'CodeDeploy leads calls to new versions of functions; the emulator has no CodeDeploy, and moves their aliases at once',
    source:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-codedeploy-deploymentgroup.html',
    adapt: assembly => {
      without(assembly, ({ Type }) => Type.startsWith('AWS::CodeDeploy::'))
      withoutUpdatePolicies(assembly)
    },
    isDone: rollsOut,
  },
  {
    what: 'CloudFormation makes alarms on expressions over metrics; the emulator makes those on one metric alone',
    source:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudwatch-alarm.html',
    adapt: assembly =>
      without(
        assembly,
        ({ Type, Properties }) => Type === 'AWS::CloudWatch::Alarm' && Properties?.Metrics !== undefined,
      ),
    isDone: makesShareAlarms,
  },
  {
    what: 'Stopping an execution that has ended is answered with success; the emulator refuses it, so the message is tried again until it is a dead letter',
    source: 'seen on AWS by https://github.com/awslabs/visual-asset-management-system/issues/344',
    isDone: stopsWhatHasEnded,
  },
]

/** Makes an assembly deployable. */
export const adapt = (assembly: string): void => {
  for (const exception of exceptions) exception.adapt?.(assembly)
}
