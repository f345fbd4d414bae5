import { describe, expect, it } from 'vitest'
import { checkStage, describeFindings } from '../../../infra/deploy/check-stage.ts'
import { readNeeds } from '../../../infra/deploy/needs.ts'
import { preflight } from '../../../infra/deploy/preflight.ts'
import type { StageSettings } from '../../../infra/stage-settings.ts'
import { stages } from '../../../infra/stages.ts'
import { type Account, bootstrapAnswer, openAccount, stacksAnswer, subscriptionsAnswer } from '../accounts.ts'
import { synthesised } from '../synthesised.ts'

/* What is said of an account before a deploy, by what AWS answers of it. */

const messages = {
  ...stages.prod.messages,
  mail: { sender: 'no-reply@acme.example', identity: 'acme.example', isMade: false },
  smsOrigin: 'sender-id/ACME/NG',
}
const prod: StageSettings = { ...stages.prod, messages, securityContact: 'security@acme.example' }
const quota = (Value: number) => ({ Quota: { Value } })
const concurrency = (limit: number, unreserved = limit) => ({
  AccountLimit: { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved },
})
const sms = (tier: string, limit: number, ...countries: readonly string[]) => ({
  DescribeAccountAttributes: { AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: tier }] },
  DescribeSpendLimits: {
    SpendLimits: [
      { Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: limit, MaxLimit: limit, Overridden: false },
    ],
  },
  DescribeSenderIds: {
    SenderIds: countries.map(IsoCountryCode => ({
      SenderId: 'ACME',
      SenderIdArn: 'arn:aws:sms-voice',
      IsoCountryCode,
      MessageTypes: ['TRANSACTIONAL'],
      MonthlyLeasingPrice: '0',
    })),
  },
})
const policyOf = (bytes: number) =>
  `{"Principal":{"Service":"delivery.logs.amazonaws.com"},"Resource":"${'x'.repeat(bytes)}"}`

const fresh: Account = {
  'DescribeStacks CDKToolkit': bootstrapAnswer(30),
  DescribeStacks: stacksAnswer(),
  GetAccountSettings: concurrency(10),
  'GetServiceQuota L-65B5C802': quota(300),
  'GetServiceQuota L-8A5B8E43': quota(10_000),
  'GetAWSDefaultServiceQuota L-B8A5B662': quota(1_000_000),
  DescribeUserPoolDomain: { DomainDescription: {} },
  DescribeResourcePolicies: { resourcePolicies: [] },
  GetAccount: { ProductionAccessEnabled: false, SendingEnabled: true },
  ...sms('SANDBOX', 1),
}
const grown: Account = {
  ...fresh,
  DescribeStacks: stacksAnswer('verification-staging-stateful', 'CDKToolkit'),
  GetAccountSettings: concurrency(3000, 2400),
  DescribeResourcePolicies: {
    resourcePolicies: [{ policyName: 'AWSLogDeliveryWrite20150319', policyDocument: policyOf(400) }],
  },
  GetAccount: { ProductionAccessEnabled: true, SendingEnabled: true },
  GetEmailIdentity: { VerifiedForSendingStatus: true },
  ...sms('PRODUCTION', 200, 'NG', 'KE'),
}

/**
 * The lines, with how many copies prod reserves and routes it has left to the templates' own tests.
 * @param like whose templates are the same for what is looked at
 */
const saidOf = async (
  account: Account,
  settings: StageSettings = prod,
  like = settings,
): Promise<readonly string[]> => {
  await using aws = await openAccount(account)
  const { folder } = await synthesised(like)
  const findings = describeFindings(await preflight(settings, readNeeds(settings, folder), aws.config))
  return findings === '' ? [] : findings.split('\n')
}

const reservedCopies = async (): Promise<number> => {
  const functions = (await synthesised(prod)).of<{ ReservedConcurrentExecutions?: number }>(
    'AWS::Lambda::Function',
  )
  return functions.reduce((sum, { Properties }) => sum + (Properties.ReservedConcurrentExecutions ?? 0), 0)
}

describe('before a deploy', () => {
  it('a new account is told what it lacks, and what to do', async () => {
    const reserved = await reservedCopies()
    expect(await saidOf(fresh)).toEqual([
      `stops  Lambda runs 10 copies of functions here and 10 are not reserved yet; prod reserves ${reserved}, and 100 must stay: ask for ${reserved + 100} of the quota L-B99A9384 (Concurrent executions).`,
      'warns  SES is in its sandbox: letters reach proven addresses alone. Ask for production access.',
      'warns  SES does not know that acme.example is yours: prove it, or no letter leaves.',
      'warns  Text messages are in their sandbox: they reach proven numbers alone. Ask for production access.',
      'warns  Text messages may cost $1 a month, then they end: raise the spend limit.',
      'warns  No sender id is registered for NG, KE: operators there drop what has none. Registering takes weeks.',
    ])
    expect(await saidOf(fresh, stages.dev)).toEqual([
      'warns  Lambda runs 10 copies of functions here, for all stages together: ask for 1000 of the quota L-B99A9384 (Concurrent executions).',
    ])
  })

  it('an account that has grown is told nothing', async () => {
    expect(await saidOf(grown)).toEqual([])
  })

  it('a stage that says to nobody where weaknesses are reported is told so, unless its data is for trying out', async () => {
    expect(await saidOf(grown, { ...prod, securityContact: null }, prod)).toEqual([
      'warns  Nobody learns to whom a weakness is reported: /.well-known/security.txt is not found until securityContact in infra/stages.ts names an email address or an https address.',
    ])
    expect(await saidOf(grown, { ...prod, securityContact: null, keepsData: false }, prod)).toEqual([])
  })

  it('a broken account is told everything that prevents a deployment', async () => {
    const reserved = await reservedCopies()
    const kept = [
      'id-number-key',
      'file-token-key',
      'link-key',
      'personal-data-key',
      'receipt-key',
      'wrapping-key',
    ]
    const there = (name: string, type: string) =>
      `stops  ${name} is there already (${type}), from a stage that was removed and kept its data, and the deploy would make it: take it into its stack again (npx cdk import), or delete it for good.`
    const broken: Account = {
      ...grown,
      'DescribeStacks CDKToolkit': bootstrapAnswer(5, 'arn:aws:iam::111122223333:policy/deployers'),
      GetAccountSettings: concurrency(reserved + 399, reserved + 99),
      'DescribeTable verification-prod-data': { Table: { TableName: 'verification-prod-data' } },
      'HeadBucket verification-prod-media-111122223333-eu-west-1': {},
      'HeadBucket verification-prod-trail-log-111122223333-eu-west-1': {},
      'HeadBucket verification-prod-ledger-111122223333-eu-west-1': {},
      ...Object.fromEntries(
        kept.map(name => [
          `DescribeSecret verification-prod-${name}`,
          { Name: name, DeletedDate: 1_700_000_000 },
        ]),
      ),
      'DescribeUserPoolDomain verification-prod-people-111122223333': {
        DomainDescription: { UserPoolId: 'eu-west-1_abc' },
      },
      'GetServiceQuota L-65B5C802': quota(50),
      'GetServiceQuota L-8A5B8E43': quota(500),
      'GetAWSDefaultServiceQuota L-B8A5B662': quota(500_000),
      DescribeResourcePolicies: {
        resourcePolicies: [{ policyName: 'AWSLogDeliveryWrite20150319', policyDocument: policyOf(4900) }],
      },
      GetAccount: { error: 'AccessDeniedException', status: 403 },
      DescribeSpendLimits: { error: 'AccessDeniedException', status: 400 },
    }
    const routes = (await synthesised(prod)).of('AWS::ApiGatewayV2::Route').length
    expect(await saidOf(broken)).toEqual([
      'stops  CDKToolkit has version 5, and the templates ask for 6: npx cdk bootstrap.',
      `stops  Lambda runs ${reserved + 399} copies of functions here and ${reserved + 99} are not reserved yet; prod reserves ${reserved}, and 100 must stay: ask for ${reserved + 400} of the quota L-B99A9384 (Concurrent executions).`,
      there('verification-prod-data', 'AWS::DynamoDB::Table'),
      there('verification-prod-media-111122223333-eu-west-1', 'AWS::S3::Bucket'),
      there('verification-prod-trail-log-111122223333-eu-west-1', 'AWS::S3::Bucket'),
      there('verification-prod-ledger-111122223333-eu-west-1', 'AWS::S3::Bucket'),
      ...kept.map(name => there(`verification-prod-${name}`, 'AWS::SecretsManager::Secret')),
      there('verification-prod-people-111122223333', 'AWS::Cognito::UserPoolDomain'),
      `stops  Routes per HTTP API (apigateway L-65B5C802) is 50 here, and prod counts on ${routes}: ask for it at Service Quotas.`,
      'warns  CDKToolkit deploys by arn:aws:iam::111122223333:policy/deployers: it must allow all that the templates make, and cloudformation:DescribeStacks, by which a stack reads what another one puts out.',
      'warns  Throttle rate (apigateway L-8A5B8E43) is 500 here, and prod counts on 1000: ask for it at Service Quotas.',
      'warns  Open executions (states L-B8A5B662) is 500000 here, and prod counts on 1000000: ask for it at Service Quotas.',
      'warns  The policy AWSLogDeliveryWrite20150319, by which workflows write their log, has 4969 of 5120 bytes: take out groups that are gone, or the workflow cannot be made.',
      'warns  Not looked at, since you may not: ses:GetAccount, ses:GetEmailIdentity.',
      'warns  Not looked at, since you may not: sms-voice:DescribeAccountAttributes, sms-voice:DescribeSpendLimits, sms-voice:DescribeSenderIds.',
    ])
  })

  it('a stage that is there is not told of its own things', async () => {
    const there = (await synthesised(prod)).stackNames
    const account = {
      ...grown,
      DescribeStacks: stacksAnswer(...there),
      GetAccountSettings: concurrency(1000, 290),
      'DescribeTable verification-prod-data': { Table: { TableName: 'verification-prod-data' } },
    }
    expect(await saidOf(account)).toEqual([])
  })

  it('an account whose ten log policies are all taken is told so', async () => {
    const resourcePolicies = Array.from({ length: 10 }, (_, n) => ({ policyName: `other-${n}` }))
    expect(await saidOf({ ...grown, DescribeResourcePolicies: { resourcePolicies } })).toEqual([
      'warns  CloudWatch Logs has 10 of 10 resource policies here, and none by which workflows write their log: take one out, or the workflow cannot be made.',
    ])
  })

  it('what answers in no form of AWS’s is named, with the call and its words', async () => {
    const page = '<html>\n  <body>Blocked by the network’s policy 17</body>\n</html>'
    const said = '<html> <body>Blocked by the network’s policy 17</body> </html>'
    const account: Account = {
      ...grown,
      GetAccountSettings: { page, status: 403 },
      'HeadBucket verification-prod-media-111122223333-eu-west-1': { page: '', status: 400 },
      'GetServiceQuota L-65B5C802': { page, status: 200 },
      DescribeUserPoolDomain: { page: '', status: 403 },
      DescribeResourcePolicies: { error: 'LimitExceededException', status: 400, message: 'Too often' },
    }
    expect(await saidOf(account)).toEqual([
      `warns  Not looked at: Lambda GetAccountSettings answered 403: ${said}.`,
      'warns  Not looked at: S3 HeadBucket answered 400 without a word.',
      'warns  Not looked at, since you may not: cognito-idp:DescribeUserPoolDomain.',
      `warns  Not looked at: ServiceQuotas GetServiceQuota answered 200: ${said}.`,
      'warns  Not looked at: CloudWatchLogs DescribeResourcePolicies answered 400, LimitExceededException: Too often.',
    ])
    expect(await saidOf({ ...grown, 'DescribeStacks CDKToolkit': { page, status: 502 } })).toEqual([
      `stops  Nothing was looked at: CloudFormation DescribeStacks answered 502: ${said}.`,
    ])
  })

  it('a reader who has not confirmed, or is gone, is named, with what to do', async () => {
    const read: StageSettings = {
      ...prod,
      alarms: {
        page: ['https://pages.example/key', 'night@acme.example'],
        ticket: ['day@acme.example', 'gone@acme.example'],
      },
    }
    const topic = (name: string) => `arn:aws:sns:eu-west-1:111122223333:${name}`
    const account: Account = {
      ...grown,
      'ListSubscriptionsByTopic verification-prod-alarms-page': subscriptionsAnswer({
        'https://pages.example/key': 'confirmed',
        'night@acme.example': 'pending',
      }),
      'ListSubscriptionsByTopic verification-prod-alarms-ticket': subscriptionsAnswer({
        'day@acme.example': 'confirmed',
      }),
    }
    expect(await saidOf(account, read, prod)).toEqual([
      `warns  night@acme.example has not confirmed the subscription to verification-prod-alarms-page, and gets no alarm: open the link in the email of AWS within 48 hours, or ask for another by aws sns subscribe --topic-arn ${topic('verification-prod-alarms-page')} --protocol email --notification-endpoint night@acme.example.`,
      `warns  gone@acme.example does not read verification-prod-alarms-ticket. A reader that is new in infra/stages.ts will, by this deploy; one that did not confirm within 48 hours only by aws sns subscribe --topic-arn ${topic('verification-prod-alarms-ticket')} --protocol email --notification-endpoint gone@acme.example.`,
    ])
    // Before the first deploy there is no topic.
    expect(await saidOf(grown, read, prod)).toEqual([])
    const denied = { error: 'AuthorizationError', status: 403 }
    expect(await saidOf({ ...grown, ListSubscriptionsByTopic: denied }, read, prod)).toEqual([
      'warns  Not looked at, since you may not: sns:ListSubscriptionsByTopic.',
    ])
  })

  it('a stage whose alarms nobody reads is told so before anything is asked', async () => {
    const unread = 'nobody reads these alarms: name an email address or an https address in infra/stages.ts.'
    expect(describeFindings(await checkStage(stages.prod, {}))).toBe(
      `stops  The stage prod: alarms.page: ${unread}\nstops  The stage prod: alarms.ticket: ${unread}`,
    )
  })

  it.each([
    [
      'may not be looked at',
      { error: 'AccessDenied', status: 403, message: 'not authorized' },
      'stops  Nothing was looked at, since you may not: cloudformation:DescribeStacks.',
    ],
    [
      'has no bootstrap stack',
      { error: 'ValidationError', status: 400, message: 'Stack with id CDKToolkit does not exist' },
      'stops  CDK has nothing in eu-west-1 yet: npx cdk bootstrap.',
    ],
    [
      'is not enabled',
      {
        error: 'InvalidClientTokenId',
        status: 403,
        message: 'The security token included in the request is invalid',
      },
      'stops  eu-west-1 is not enabled in this account, or the credentials are not valid: The security token included in the request is invalid',
    ],
  ])('a region that %s is told that alone', async (_what, answer, said) => {
    expect(await saidOf({ ...fresh, 'DescribeStacks CDKToolkit': answer })).toEqual([said])
  })
})
