import { Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Variable } from '../../shared/aws/environment.ts'
import { matchesPattern } from './wildcard.ts'

export type Variables = { readonly [name in Variable]?: string }

/** One thing that a function may use: what it is allowed to do and how it learns where, never one without the other. */
export interface Binding {
  readonly grants: readonly Grant[]
  readonly variables: Variables
}

export interface Grant {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  /** Of a table: patterns of the partition keys that it is good for. */
  readonly leadingKeys?: readonly string[]
  /** Of a mail identity: the one sender that it is good for. */
  readonly fromAddress?: string
}

export const grant = (actions: readonly string[], ...resources: readonly string[]): Grant => ({
  actions,
  resources,
})

export const grantOnKeys = (
  actions: readonly string[],
  leadingKeys: readonly string[],
  tableArn: string,
): Grant => ({ actions, leadingKeys, resources: [tableArn] })

/** Whether a grant brings nothing that another one does not, on the same resources. */
const isCovered = (one: Grant, by: Grant): boolean =>
  one.fromAddress === by.fromAddress &&
  one.actions.every(action => by.actions.includes(action)) &&
  one.resources.every(resource => by.resources.includes(resource)) &&
  (by.leadingKeys === undefined ||
    (one.leadingKeys ?? ['*']).every(key => by.leadingKeys!.some(other => matchesPattern(other, key))))

/** One action a grant, each once and none that another one covers: who may write all of a tenant's need not be told a part of it. */
const withoutCovered = (grants: readonly Grant[]): readonly Grant[] => {
  const single = grants.flatMap(({ actions, ...rest }) =>
    actions.map(action => ({ ...rest, actions: [action] })),
  )
  return single.filter(
    (one, index) =>
      !single.some(
        (by, other) => other !== index && isCovered(one, by) && !(isCovered(by, one) && other > index),
      ),
  )
}

export const mergeVariables = (bindings: readonly Binding[]): Record<string, string> =>
  Object.assign({}, ...bindings.map(({ variables }) => variables))

/** The policy that goes into the role itself: an event source could otherwise start before a policy beside it exists. */
export const toPolicy = (grants: readonly Grant[]) =>
  new PolicyDocument({ minimize: true, statements: withoutCovered(grants).map(toStatement) })

export const toStatement = ({ actions, resources, leadingKeys, fromAddress }: Grant) =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...actions],
    resources: [...resources],
    ...(leadingKeys && { conditions: conditionsOf(leadingKeys) }),
    // https://docs.aws.amazon.com/ses/latest/dg/control-user-access.html
    ...(fromAddress && { conditions: { StringEquals: { 'ses:FromAddress': fromAddress } } }),
  })

/**
 * `ForAllValues` also holds for a request without keys; every write of an item names its key
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html).
 */
const conditionsOf = (leadingKeys: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys },
})

/*
 * The only grants on `*`. But for the one that looks at alarms, each of these actions has no resource to name
 * (https://docs.aws.amazon.com/service-authorization/latest/reference/).
 */

export const writeTraces: Grant = grant(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*')

/** X-Ray for Step Functions, which also asks what to sample. */
export const sampleTraces: Grant = grant(
  [...writeTraces.actions, 'xray:GetSamplingRules', 'xray:GetSamplingTargets'],
  '*',
)

/** Step Functions sets up its log delivery itself (https://docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html). */
export const deliverLogs: Grant = grant(
  [
    'logs:CreateLogDelivery',
    'logs:GetLogDelivery',
    'logs:UpdateLogDelivery',
    'logs:DeleteLogDelivery',
    'logs:ListLogDeliveries',
    'logs:PutResourcePolicy',
    'logs:DescribeResourcePolicies',
    'logs:DescribeLogGroups',
  ],
  '*',
)

/**
 * CodeDeploy looks at alarms while it shifts calls. An alarm is a resource, but who may see some alone is told of no
 * composite one, and AWS's own policies for CodeDeploy name none
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DescribeAlarms.html).
 */
export const describeAlarms: Grant = grant(['cloudwatch:DescribeAlarms'], '*')

export const listStreams: Grant = grant(['dynamodb:ListStreams'], '*')
