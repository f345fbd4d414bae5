/** What AWS takes of a template, and how fast. All values are read as they come to when they are deployed, at their longest. */

interface Resource {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>
  readonly Parameters?: object
  readonly Outputs?: object
}

const pseudo: Readonly<Record<string, string>> = {
  'AWS::AccountId': '123456789012',
  'AWS::Partition': 'aws',
  'AWS::Region': 'ap-southeast-1',
  'AWS::URLSuffix': 'amazonaws.com',
}

/** As long as the longest of them, the ARN of a table's stream. */
const unknown = 'x'.repeat(120)

const resolve = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(resolve)
  if (typeof value !== 'object' || value === null) return value
  const [[key, argument] = ['', undefined], ...others] = Object.entries(value)
  if (others.length > 0 || !/^(Ref|Fn::.*)$/.test(key))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each)]))
  if (key !== 'Fn::Join') return pseudo[argument] ?? unknown
  const [separator, parts] = argument as [string, unknown[]]
  return parts.map(resolve).join(separator)
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html, a template in a bucket */
const ofTemplate = { resources: 500, parameters: 200, outputs: 200, bytes: 1_000_000 }

/** How long a name may be, as the reference of each service's call that makes it says. */
const nameLengths: Readonly<Record<string, readonly [property: string, most: number]>> = {
  'AWS::CloudWatch::Alarm': ['AlarmName', 255],
  'AWS::CodeDeploy::Application': ['ApplicationName', 100],
  'AWS::CodeDeploy::DeploymentGroup': ['DeploymentGroupName', 100],
  'AWS::Cognito::UserPoolDomain': ['Domain', 63],
  'AWS::Lambda::Function': ['FunctionName', 64],
  'AWS::Logs::LogGroup': ['LogGroupName', 512],
  'AWS::S3::Bucket': ['BucketName', 63],
  'AWS::Scheduler::Schedule': ['Name', 64],
  'AWS::SQS::Queue': ['QueueName', 80],
  'AWS::StepFunctions::StateMachine': ['StateMachineName', 80],
}

const sizeOf = (value: unknown): number => JSON.stringify(value ?? []).replaceAll(/\s/g, '').length

/** What is measured of a resource, and the most that it may be. */
const measures: Readonly<
  Record<
    string,
    (properties: Readonly<Record<string, unknown>>) => Readonly<Record<string, readonly [number, number]>>
  >
> = {
  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: names and values of all variables
  'AWS::Lambda::Function': ({ Environment }) => {
    const { Variables = {} } = (Environment ?? {}) as { Variables?: Record<string, string> }
    return { 'bytes of variables': [Object.entries(Variables).flat().join('').length, 4096] }
  },
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html: inline policies together, without white space
  'AWS::IAM::Role': ({ Policies }) => ({ 'bytes of policies': [sizeOf(Policies), 10_240] }),
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketPolicy.html
  'AWS::S3::BucketPolicy': ({ PolicyDocument }) => ({
    'bytes of the policy': [sizeOf(PolicyDocument), 20_480],
  }),
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  'AWS::CloudWatch::Alarm': ({ AlarmDescription, Metrics = [] }) => ({
    'characters of the description': [String(AlarmDescription).length, 1024],
    metrics: [(Metrics as { MetricStat?: object }[]).filter(({ MetricStat }) => MetricStat).length, 10],
  }),
}

const measuresOf = ({ Type, Properties = {} }: Resource) => {
  const resolved = resolve(Properties) as Record<string, unknown>
  const [property, most = 0] = nameLengths[Type] ?? []
  return {
    ...(property && { [`characters of ${property}`]: [String(resolved[property]).length, most] as const }),
    ...measures[Type]?.(resolved),
  }
}

/** What AWS would refuse of a template, one line each. */
export const problemsOf = (template: Template): readonly string[] => {
  const { Resources, Parameters = {}, Outputs = {} } = template
  const whole = {
    resources: [Object.keys(Resources).length, ofTemplate.resources],
    parameters: [Object.keys(Parameters).length, ofTemplate.parameters],
    outputs: [Object.keys(Outputs).length, ofTemplate.outputs],
    bytes: [Buffer.byteLength(JSON.stringify(template, null, 1)), ofTemplate.bytes],
  } as const
  const all = [
    ['template', whole] as const,
    ...Object.entries(Resources).map(([id, each]) => [id, measuresOf(each)] as const),
  ]
  return all.flatMap(([id, each]) =>
    Object.entries(each).flatMap(([what, [found, most]]) =>
      found > most ? [`${id}: ${found} ${what}, at most ${most}`] : [],
    ),
  )
}

/** How many calls a resource takes. */
type Calls = Readonly<Record<string, (properties: Readonly<Record<string, unknown>>) => number>>

interface Quota {
  readonly perSecond: number
  readonly made: Calls
  /** New code and new variables in every function, up to the first move of its alias. */
  readonly begun: Calls
  /** What follows after the canary, minutes later, of all functions whose canaries began together. */
  readonly ended: Calls
}

const once = () => 1
const twice = () => 2

/** Calls a second that an account has in a region. */
export const quotas: Readonly<Record<string, Quota>> = {
  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: all together, and it cannot be raised
  lambda: {
    perSecond: 15,
    made: {
      'AWS::Lambda::Function': ({ ReservedConcurrentExecutions, RecursiveLoop }) =>
        1 + [ReservedConcurrentExecutions, RecursiveLoop].filter(each => each !== undefined).length,
      'AWS::Lambda::Version': once,
      'AWS::Lambda::Alias': once,
      'AWS::Lambda::Permission': once,
      'AWS::Lambda::EventSourceMapping': once,
    },
    begun: {
      // Its code, and its variables.
      'AWS::Lambda::Function': twice,
      'AWS::Lambda::Version': once,
      // CodeDeploy reads it and moves it; unlike CloudFormation it gives up where it is refused.
      'AWS::Lambda::Alias': twice,
    },
    ended: {
      'AWS::Lambda::Alias': twice,
      // The one before is deleted.
      'AWS::Lambda::Version': once,
    },
  },
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html: CreateLogGroup
  logGroups: { perSecond: 10, made: { 'AWS::Logs::LogGroup': once }, begun: {}, ended: {} },
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html: PutMetricAlarm
  alarms: {
    perSecond: 3,
    made: { 'AWS::CloudWatch::Alarm': once },
    // Their texts are new, at most.
    begun: { 'AWS::CloudWatch::Alarm': once },
    ended: {},
  },
}

type Change = 'made' | 'begun' | 'ended'

/** The calls that it takes to make all of a template, or to change all of it, by quota. */
const callsOf = ({ Resources }: Template, change: Change): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(quotas).map(([name, { [change]: calls }]) => [
      name,
      Object.values(Resources).reduce(
        (sum, { Type, Properties = {} }) => sum + (calls[Type]?.(Properties) ?? 0),
        0,
      ),
    ]),
  )

/** For how many seconds the heaviest stacks that can be made or changed at once use up each quota. */
export const secondsOf = (
  templates: readonly Template[],
  atOnce: number,
  change: Change,
): Readonly<Record<string, number>> => {
  const all = templates.map(template => callsOf(template, change))
  return Object.fromEntries(
    Object.entries(quotas).map(([name, { perSecond }]) => {
      const heaviest = all.map(calls => calls[name]!).toSorted((one, two) => two - one)
      return [name, heaviest.slice(0, atOnce).reduce((sum, calls) => sum + calls, 0) / perSecond]
    }),
  )
}
