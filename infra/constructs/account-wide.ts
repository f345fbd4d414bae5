import { type Grant, grant } from './binding.ts'

/*
 * The only grants on `*`. But for the one that looks at alarms, each of these actions has no resource to name
 * (https://docs.aws.amazon.com/service-authorization/latest/reference/).
 */

/** X-Ray: traces belong to the account. */
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

/** Lambda lists the streams before it polls one. */
export const listStreams: Grant = grant(['dynamodb:ListStreams'], '*')
