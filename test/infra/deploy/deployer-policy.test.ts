import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { functionName } from '../../../infra/constructs/names.ts'
import { readNeeds } from '../../../infra/deploy/needs.ts'
import { preflight } from '../../../infra/deploy/preflight.ts'
import type { StageSettings } from '../../../infra/stage-settings.ts'
import { stages } from '../../../infra/stages.ts'
import { bootstrapAnswer, openAccount, stacksAnswer } from '../accounts.ts'
import { synthesised } from '../synthesised.ts'

/* The policy of whoever deploys, held against what a deployment, its checks and the smoke test ask of AWS. */

interface Statement {
  readonly Effect: string
  readonly Action: string | readonly string[]
  readonly Resource: string
}

const root = join(import.meta.dirname, '../../..')
const file = 'infra/deploy/deployer-policy.json'
const { Statement: statements }: { readonly Statement: readonly Statement[] } = JSON.parse(
  readFileSync(join(root, file), 'utf8'),
)
const [deploying, looking, testing] = statements

/** A stage that has something of everything that is looked at, an identity of SES that it does not make among it. */
const settings: StageSettings = {
  ...stages.prod,
  messages: {
    ...stages.prod.messages,
    mail: { sender: 'no-reply@acme.example', identity: 'acme.example', isMade: false },
    smsOrigin: 'sender-id/ACME/NG',
  },
}

/** Where the action has not the name of the call: https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html */
const named: Readonly<Record<string, string>> = { HeadBucket: 'ListBucket' }

it('grants each call that preflight makes, and no other', async () => {
  await using aws = await openAccount({
    'DescribeStacks CDKToolkit': bootstrapAnswer(30),
    DescribeStacks: stacksAnswer(),
    GetAccountSettings: {
      AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 },
    },
    GetAWSDefaultServiceQuota: { Quota: { Value: 1_000_000 } },
    DescribeUserPoolDomain: { DomainDescription: {} },
    DescribeResourcePolicies: { resourcePolicies: [] },
    GetAccount: {},
    DescribeSenderIds: { SenderIds: [] },
    DescribeAccountAttributes: { AccountAttributes: [] },
    DescribeSpendLimits: { SpendLimits: [] },
  })
  const { folder } = await synthesised(settings)
  await preflight(settings, readNeeds(settings, folder), aws.config)
  const granted = [looking!.Action].flat().map(action => action.split(':')[1]!)
  expect([...aws.asked].map(call => named[call] ?? call).toSorted()).toEqual(granted.toSorted())
  expect(new Set(granted).size).toBe(granted.length)
})

it('grants the roles by which CDK deploys, and the function that the smoke test calls', () => {
  expect(statements).toHaveLength(3)
  expect(new Set(statements.map(({ Effect }) => Effect))).toEqual(new Set(['Allow']))
  expect([deploying!.Action, testing!.Action]).toEqual(['sts:AssumeRole', 'lambda:InvokeFunction'])
  expect(deploying!.Resource).toBe('arn:aws:iam::*:role/cdk-*')
  const matching = new RegExp(`^${testing!.Resource.replaceAll('*', '.*')}$`)
  for (const stage of Object.values(stages)) {
    const arn = (entry: string) =>
      `arn:aws:lambda:eu-west-1:111122223333:function:${functionName(stage, entry)}`
    expect(arn('admin/administer')).toMatch(matching)
    expect(arn('api/token')).not.toMatch(matching)
  }
})

it.each(['first-stage', 'deploying'])('is named in the guide: %s', name => {
  expect(readFileSync(join(root, `functions/pages/docs/${name}.md`), 'utf8')).toContain(file)
})
