import type { CloudFormationClientConfig, Stack } from '@aws-sdk/client-cloudformation'
import type { Subscription } from '@aws-sdk/client-sns'
import { alarmTopicName } from '../constructs/names.ts'
import type { StageSettings } from '../stage-settings.ts'
import { describeAnswer, isDenied, wasAnswered, wordily } from './answers.ts'
import type { AccountRegion, KeptType, StageNeeds } from './needs.ts'
import { findIncomplete } from './stacks.ts'

/* What would keep a deploy from ending well, read before it begins; nothing is written. */

export type ClientConfig = Pick<CloudFormationClientConfig, 'region' | 'endpoint' | 'credentials' | 'profile'>

export interface PreflightFinding {
  /** Whether a deploy would fail by it; otherwise something works less than it should. */
  readonly isFatal: boolean
  /** What it is, and what to do. */
  readonly text: string
}

interface CheckedStage {
  readonly settings: StageSettings
  readonly needs: StageNeeds
  readonly config: ClientConfig
  readonly bootstrap: Stack
  readonly accountRegion: AccountRegion
  /** Stacks that the deploy makes. */
  readonly made: readonly string[]
}

const fatal = (text: string): PreflightFinding => ({ isFatal: true, text })
const warning = (text: string): PreflightFinding => ({ isFatal: false, text })
const when = (condition: boolean, finding: () => PreflightFinding): readonly PreflightFinding[] =>
  condition ? [finding()] : []

type AccountCheck = (subject: CheckedStage) => Promise<readonly PreflightFinding[]>

const checkBootstrap: AccountCheck = async ({ bootstrap, needs }) => {
  const { Outputs = [], Parameters = [] } = bootstrap
  const version = Number(Outputs.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue ?? 0)
  const policies = Parameters.find(
    ({ ParameterKey }) => ParameterKey === 'CloudFormationExecutionPolicies',
  )?.ParameterValue
  return [
    ...when(version < needs.bootstrapVersion, () =>
      fatal(
        `CDKToolkit has version ${version}, and the templates ask for ${needs.bootstrapVersion}: npx cdk bootstrap.`,
      ),
    ),
    // Empty: CDK's own default, which is this policy, too.
    ...when(Boolean(policies) && !policies!.endsWith(':policy/AdministratorAccess'), () =>
      warning(
        `CDKToolkit deploys by ${policies}: it must allow all that the templates make, and cloudformation:DescribeStacks, by which a stack reads what another one puts out.`,
      ),
    ),
  ]
}

/** Lambda keeps so many copies unreserved: https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
const unreservedAtLeast = 100

const checkConcurrency: AccountCheck = async ({ settings, needs, config, made }) => {
  const { LambdaClient, GetAccountSettingsCommand } = await import('@aws-sdk/client-lambda')
  const { AccountLimit = {} } = await wordily(new LambdaClient(config)).send(
    new GetAccountSettingsCommand({}),
  )
  const { ConcurrentExecutions: limit = 0, UnreservedConcurrentExecutions: free = 0 } = AccountLimit
  const reserved = needs.reservedBy(made)
  const lacking = reserved + unreservedAtLeast - free
  return [
    ...when(reserved > 0 && lacking > 0, () =>
      fatal(
        `Lambda runs ${limit} copies of functions here and ${free} are not reserved yet; ${settings.name} reserves ${reserved}, and ${unreservedAtLeast} must stay: ask for ${limit + lacking} of the quota L-B99A9384 (Concurrent executions).`,
      ),
    ),
    ...when(reserved === 0 && limit < unreservedAtLeast, () =>
      warning(
        `Lambda runs ${limit} copies of functions here, for all stages together: ask for 1000 of the quota L-B99A9384 (Concurrent executions).`,
      ),
    ),
  ]
}

const isAbsent = ({ name }: Error): boolean =>
  /^(NotFound|NoSuchBucket|NotFoundException|ResourceNotFoundException|NoSuchResourceException)$/.test(name)

/** What AWS answers; undefined where there is no such thing. */
const unlessAbsent = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: Error) => {
    if (isAbsent(error)) return undefined
    throw error
  })

/** Says of each name that a stack would give whether something has it. @param find undefined: nothing has it */
const checkNames =
  (type: KeptType, find: (name: string, config: ClientConfig) => Promise<unknown>): AccountCheck =>
  async ({ needs, made, accountRegion, config }) => {
    const names = needs.keptBy(made, type, accountRegion)
    const found = await Promise.all(names.map(name => unlessAbsent(find(name, config))))
    return names
      .filter((_, index) => found[index] !== undefined)
      .map(name =>
        fatal(
          `${name} is there already (${type}), from a stage that was removed and kept its data, and the deploy would make it: take it into its stack again (npx cdk import), or delete it for good.`,
        ),
      )
  }

const findTable = async (TableName: string, config: ClientConfig) => {
  const { DynamoDBClient, DescribeTableCommand } = await import('@aws-sdk/client-dynamodb')
  return wordily(new DynamoDBClient(config)).send(new DescribeTableCommand({ TableName }))
}
const findBucket = async (Bucket: string, config: ClientConfig) => {
  const { S3Client, HeadBucketCommand } = await import('@aws-sdk/client-s3')
  return wordily(new S3Client(config)).send(new HeadBucketCommand({ Bucket }))
}
/** One that waits for its deletion has its name, too. */
const findSecret = async (SecretId: string, config: ClientConfig) => {
  const { SecretsManagerClient, DescribeSecretCommand } = await import('@aws-sdk/client-secrets-manager')
  return wordily(new SecretsManagerClient(config)).send(new DescribeSecretCommand({ SecretId }))
}
const findUserPoolDomain = async (Domain: string, config: ClientConfig) => {
  const { CognitoIdentityProviderClient, DescribeUserPoolDomainCommand } = await import(
    '@aws-sdk/client-cognito-identity-provider'
  )
  const client = wordily(new CognitoIdentityProviderClient(config))
  const { DomainDescription } = await client.send(new DescribeUserPoolDomainCommand({ Domain }))
  return DomainDescription?.UserPoolId
}

interface NeededQuota {
  readonly service: string
  readonly code: string
  readonly name: string
  readonly isFatal?: true
  readonly needed: (subject: CheckedStage) => number
}

/** AWS's own numbers are on its pages of quotas for each service (https://docs.aws.amazon.com/general/latest/gr/aws-service-information.html). */
const quotas: readonly NeededQuota[] = [
  {
    service: 'apigateway',
    code: 'L-65B5C802',
    name: 'Routes per HTTP API',
    isFatal: true,
    needed: ({ needs }) => needs.routes,
  },
  {
    service: 'apigateway',
    code: 'L-8A5B8E43',
    name: 'Throttle rate',
    needed: ({ settings }) => settings.throttle.ratePerSecond,
  },
  { service: 'states', code: 'L-B8A5B662', name: 'Open executions', needed: () => 1_000_000 },
]

const checkQuotas: AccountCheck = async subject => {
  const { ServiceQuotasClient, GetServiceQuotaCommand, GetAWSDefaultServiceQuotaCommand } = await import(
    '@aws-sdk/client-service-quotas'
  )
  const client = wordily(new ServiceQuotasClient(subject.config))
  const found = quotas.map(async ({ service, code, name, isFatal = false, needed }) => {
    const asked = { ServiceCode: service, QuotaCode: code }
    // A quota that nobody ever changed here may have a default alone.
    const { Quota } =
      (await unlessAbsent(client.send(new GetServiceQuotaCommand(asked)))) ??
      (await client.send(new GetAWSDefaultServiceQuotaCommand(asked)))
    const value = Quota?.Value
    const wanted = needed(subject)
    return when(value !== undefined && value < wanted, () => ({
      isFatal,
      text: `${name} (${service} ${code}) is ${value} here, and ${subject.settings.name} counts on ${wanted}: ask for it at Service Quotas.`,
    }))
  })
  return (await Promise.all(found)).flat()
}

/**
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html: a region of an account has so many
 * policies, and one holds so much.
 */
const logPolicies = 10
const logPolicyBytes = 5120
/** So much of it a state machine or an API adds, where the name of its group does not begin with `/aws/vendedlogs/`. */
const logPolicyReserve = 512

/** The workflow's log group needs no entry of its own, but the delivery's policy is written again all the same. */
const checkLogDelivery: AccountCheck = async ({ config }) => {
  const { CloudWatchLogsClient, DescribeResourcePoliciesCommand } = await import(
    '@aws-sdk/client-cloudwatch-logs'
  )
  const { resourcePolicies = [] } = await wordily(new CloudWatchLogsClient(config)).send(
    new DescribeResourcePoliciesCommand({}),
  )
  const delivering = resourcePolicies
    .filter(({ policyDocument = '' }) => policyDocument.includes('delivery.logs.amazonaws.com'))
    .map(({ policyName, policyDocument = '' }) => ({ policyName, bytes: Buffer.byteLength(policyDocument) }))
  const full = delivering.filter(({ bytes }) => bytes > logPolicyBytes - logPolicyReserve)
  return [
    ...full.map(({ policyName, bytes }) =>
      warning(
        `The policy ${policyName}, by which workflows write their log, has ${bytes} of ${logPolicyBytes} bytes: take out groups that are gone, or the workflow cannot be made.`,
      ),
    ),
    ...when(delivering.length === 0 && resourcePolicies.length >= logPolicies, () =>
      warning(
        `CloudWatch Logs has ${resourcePolicies.length} of ${logPolicies} resource policies here, and none by which workflows write their log: take one out, or the workflow cannot be made.`,
      ),
    ),
  ]
}

const checkMail: AccountCheck = async ({ settings, config }) => {
  const { mail } = settings.messages
  if (!mail) return []
  const { SESv2Client, GetAccountCommand, GetEmailIdentityCommand } = await import('@aws-sdk/client-sesv2')
  const client = wordily(new SESv2Client(config))
  const [account, identity] = await Promise.all([
    client.send(new GetAccountCommand({})),
    mail.isMade || unlessAbsent(client.send(new GetEmailIdentityCommand({ EmailIdentity: mail.identity }))),
  ])
  return [
    ...when(account.ProductionAccessEnabled !== true, () =>
      warning('SES is in its sandbox: letters reach proven addresses alone. Ask for production access.'),
    ),
    ...when(account.SendingEnabled === false, () =>
      warning('SES sends nothing for this account: see its reputation.'),
    ),
    ...when(identity === undefined || (identity !== true && identity.VerifiedForSendingStatus !== true), () =>
      warning(`SES does not know that ${mail.identity} is yours: prove it, or no letter leaves.`),
    ),
  ]
}

const checkTextMessages: AccountCheck = async ({ settings, config }) => {
  const { smsOrigin, countries } = settings.messages
  if (!smsOrigin) return []
  const sms = await import('@aws-sdk/client-pinpoint-sms-voice-v2')
  const client = wordily(new sms.PinpointSMSVoiceV2Client(config))
  const registered = new Set<string | undefined>()
  for await (const { SenderIds = [] } of sms.paginateDescribeSenderIds({ client }, {}))
    for (const { IsoCountryCode } of SenderIds) registered.add(IsoCountryCode)
  const [attributes, limits] = await Promise.all([
    client.send(new sms.DescribeAccountAttributesCommand({})),
    client.send(new sms.DescribeSpendLimitsCommand({})),
  ])
  const tier = attributes.AccountAttributes?.find(({ Name }) => Name === 'ACCOUNT_TIER')?.Value
  const limit = limits.SpendLimits?.find(({ Name }) => Name === 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT')
  const lacking = countries.filter(country => !registered.has(country))
  return [
    ...when(tier !== 'PRODUCTION', () =>
      warning(
        'Text messages are in their sandbox: they reach proven numbers alone. Ask for production access.',
      ),
    ),
    ...when((limit?.EnforcedLimit ?? 0) <= 1, () =>
      warning(
        `Text messages may cost $${limit?.EnforcedLimit ?? 0} a month, then they end: raise the spend limit.`,
      ),
    ),
    ...when(lacking.length > 0, () =>
      warning(
        `No sender id is registered for ${lacking.join(', ')}: operators there drop what has none. Registering takes weeks.`,
      ),
    ),
  ]
}

/** Of the settings alone. */
const checkContact = ({ keepsData, securityContact }: StageSettings): readonly PreflightFinding[] =>
  when(keepsData && securityContact === null, () =>
    warning(
      'Nobody learns to whom a weakness is reported: /.well-known/security.txt is not found until securityContact in infra/stages.ts names an email address or an https address.',
    ),
  )

/** As SNS has the reader in a topic. */
const protocolOf = (reader: string): string => (reader.startsWith('https:') ? 'https' : 'email')

/** Until somebody opens the link in AWS's letter, a reader gets no alarm; after 48 hours the subscription is gone, and no deploy makes it again: https://docs.aws.amazon.com/sns/latest/dg/sns-delete-subscription-topic.html */
const checkReaders: AccountCheck = async ({ settings, accountRegion: { account, region }, config }) => {
  const { alarms } = settings
  if (!alarms) return []
  const sns = await import('@aws-sdk/client-sns')
  const client = wordily(new sns.SNSClient(config))
  const findReaders = async (TopicArn: string) => {
    const found: Subscription[] = []
    for await (const { Subscriptions = [] } of sns.paginateListSubscriptionsByTopic({ client }, { TopicArn }))
      found.push(...Subscriptions)
    return found
  }
  const found = (['page', 'ticket'] as const).map(async urgency => {
    const name = alarmTopicName(settings, urgency)
    const topic = `arn:aws:sns:${region}:${account}:${name}`
    // Absent before the first deploy.
    const subscriptions = await unlessAbsent(findReaders(topic))
    if (!subscriptions) return []
    return alarms[urgency].flatMap(reader => {
      const known = subscriptions.find(({ Endpoint }) => Endpoint === reader)
      const again = `aws sns subscribe --topic-arn ${topic} --protocol ${protocolOf(reader)} --notification-endpoint ${reader}`
      return [
        ...when(known?.SubscriptionArn === 'PendingConfirmation', () =>
          warning(
            `${reader} has not confirmed the subscription to ${name}, and gets no alarm: open the link in the email of AWS within 48 hours, or ask for another by ${again}.`,
          ),
        ),
        ...when(known === undefined, () =>
          warning(
            `${reader} does not read ${name}. A reader that is new in infra/stages.ts will, by this deploy; one that did not confirm within 48 hours only by ${again}.`,
          ),
        ),
      ]
    })
  })
  return (await Promise.all(found)).flat()
}

/** By the permissions that each needs, which `deployer-policy.json` grants. */
const checks: Readonly<Record<string, AccountCheck>> = {
  'cloudformation:DescribeStacks': checkBootstrap,
  'lambda:GetAccountSettings': checkConcurrency,
  'dynamodb:DescribeTable': checkNames('AWS::DynamoDB::Table', findTable),
  's3:ListBucket': checkNames('AWS::S3::Bucket', findBucket),
  'secretsmanager:DescribeSecret': checkNames('AWS::SecretsManager::Secret', findSecret),
  'cognito-idp:DescribeUserPoolDomain': checkNames('AWS::Cognito::UserPoolDomain', findUserPoolDomain),
  'servicequotas:GetServiceQuota, servicequotas:GetAWSDefaultServiceQuota': checkQuotas,
  'logs:DescribeResourcePolicies': checkLogDelivery,
  'ses:GetAccount, ses:GetEmailIdentity': checkMail,
  'sns:ListSubscriptionsByTopic': checkReaders,
  'sms-voice:DescribeAccountAttributes, sms-voice:DescribeSpendLimits, sms-voice:DescribeSenderIds':
    checkTextMessages,
}

/** Returned by a region that is not enabled in the account, and for invalid credentials. */
const isUnknown = ({ name }: Error): boolean => /^(InvalidClientTokenId|UnrecognizedClient)/.test(name)

/** @throws Error where AWS cannot be asked at all */
export const preflight = async (
  settings: StageSettings,
  needs: StageNeeds,
  config: ClientConfig,
): Promise<readonly PreflightFinding[]> => {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation')
  const client = wordily(new CloudFormationClient(config))
  const region = await client.config.region()
  const described = client.send(new DescribeStacksCommand({ StackName: 'CDKToolkit' }))
  const bootstrap = await described.then(
    ({ Stacks }) => Stacks?.[0],
    (error: Error) => {
      if (isUnknown(error))
        return fatal(
          `${region} is not enabled in this account, or the credentials are not valid: ${error.message}`,
        )
      if (error.name === 'ValidationError') return undefined
      if (isDenied(error))
        return fatal('Nothing was looked at, since you may not: cloudformation:DescribeStacks.')
      // Nobody was reached, or there are no credentials: said once for all commands.
      if (!wasAnswered(error)) throw error
      return fatal(`Nothing was looked at: ${describeAnswer(error)}.`)
    },
  )
  if (bootstrap && 'isFatal' in bootstrap) return [bootstrap]
  if (!bootstrap?.StackId) return [fatal(`CDK has nothing in ${region} yet: npx cdk bootstrap.`)]
  const subject: CheckedStage = {
    settings,
    needs,
    config,
    bootstrap,
    accountRegion: { account: bootstrap.StackId.split(':')[4]!, region },
    made: await findIncomplete(settings, config),
  }
  const found = Object.entries(checks).map(([permissions, check]) =>
    check(subject).catch((error: Error) => [
      warning(
        isDenied(error)
          ? `Not looked at, since you may not: ${permissions}.`
          : `Not looked at: ${describeAnswer(error)}.`,
      ),
    ]),
  )
  return [...checkContact(settings), ...(await Promise.all(found)).flat()]
}
