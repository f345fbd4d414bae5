import type { Plan } from '../../infra/emulator/cloudformation/plan.ts'
import type { Access } from '../../infra/emulator/iam/policy.ts'
import { object, text } from '../../infra/emulator/json.ts'
import {
  failureQueue,
  isQueueMapping,
  pollingActions,
} from '../../infra/emulator/lambda/event-source-mapping.ts'
import { calledFunctions } from '../../infra/emulator/step-functions/state-machine.ts'
import type { Grant } from './grant.ts'

/** What a service asks a role for that works for it. */
interface Asked {
  readonly roleArn: string
  readonly access: Access
}

/** Lambda polls with the function's role: without these the emulator refuses the assembly, as AWS does. */
const askedByMappings = (plan: Plan): Asked[] =>
  plan.ofType('AWS::Lambda::EventSourceMapping').flatMap(mapping => {
    const arn = mapping.properties.FunctionName
    const target = plan.ofType('AWS::Lambda::Function').find(each => each.attribute('Arn') === arn)
    const roleArn = text(target?.properties.Role) ?? ''
    const resource = text(mapping.properties.EventSourceArn) ?? ''
    const failures = failureQueue(mapping)
    return [
      ...pollingActions(mapping).map(action => ({ roleArn, access: { action, resource } })),
      // It looks for the shards of a stream (https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-create.html).
      ...(isQueueMapping(mapping)
        ? []
        : [{ roleArn, access: { action: 'dynamodb:ListStreams', resource: '*' } }]),
      ...(failures ? [{ roleArn, access: { action: 'sqs:SendMessage', resource: failures } }] : []),
    ]
  })

const invokeAs = (role: unknown, resource: string): Asked => ({
  roleArn: String(role),
  access: { action: 'lambda:InvokeFunction', resource },
})

/** What a plan alone says that roles are asked for. */
export const askedByServices = (plan: Plan): readonly Asked[] => [
  ...askedByMappings(plan),
  ...plan
    .ofType('AWS::StepFunctions::StateMachine')
    .flatMap(machine => calledFunctions(machine).map(arn => invokeAs(machine.properties.RoleArn, arn))),
  ...plan.ofType('AWS::Scheduler::Schedule').map(({ properties }) => {
    const { Arn, RoleArn } = object(properties.Target)
    return invokeAs(RoleArn, text(Arn) ?? '')
  }),
]

/** Grants that a service uses for the caller while it does something else for it; the emulator has no such service. */
interface OnBehalf {
  readonly actions: readonly string[]
  /** Whose use by the same holder brings it about; `called` is its being called. */
  readonly while: RegExp
  readonly because: string
}

const onBehalf: readonly OnBehalf[] = [
  {
    actions: [
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'xray:PutTraceSegments',
      'xray:PutTelemetryRecords',
    ],
    while: /^called$/,
    because:
      'Lambda writes the logs and traces of a call: https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html',
  },
  {
    actions: ['kms:Decrypt', 'kms:DescribeKey'],
    while: /^(dynamodb:|secretsmanager:GetSecretValue$|s3:(Get|Put)Object$)/,
    because:
      'What lies under the key is opened with it: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html',
  },
  {
    actions: ['kms:Encrypt', 'kms:GenerateDataKeyWithoutPlaintext', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
    while: /^dynamodb:(Put|Update|Delete)Item$/,
    because:
      'The table’s own keys lie under the key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html',
  },
  {
    actions: ['kms:GenerateDataKey'],
    while: /^(dynamodb:(Put|Update|Delete)Item|s3:PutObject)$/,
    because:
      'The same, and each photo has a key of its own: https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html',
  },
  {
    actions: [
      'xray:PutTraceSegments',
      'xray:PutTelemetryRecords',
      'xray:GetSamplingRules',
      'xray:GetSamplingTargets',
      'logs:CreateLogDelivery',
      'logs:GetLogDelivery',
      'logs:UpdateLogDelivery',
      'logs:DeleteLogDelivery',
      'logs:ListLogDeliveries',
      'logs:PutResourcePolicy',
      'logs:DescribeResourcePolicies',
      'logs:DescribeLogGroups',
    ],
    while: /^lambda:InvokeFunction$/,
    because:
      'Step Functions sets up its logs and traces: https://docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html',
  },
]

/** Whether a service uses a grant for a holder that used these actions. */
export const isUsedOnBehalf = ({ action }: Grant, used: ReadonlySet<string>): boolean =>
  onBehalf.some(each => each.actions.includes(action) && [...used].some(one => each.while.test(one)))
