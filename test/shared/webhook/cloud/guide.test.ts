import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isAllowed, readStatements } from '../../../../infra/emulator/iam/policy.ts'
import { validateCloudDestination } from '../../../../shared/webhook/cloud/arn.ts'

const guide = readFileSync(new URL('../../../../functions/pages/docs/webhooks.md', import.meta.url), 'utf8')
const section = guide.split('\n## ').find(each => each.startsWith('A queue or a bus'))!
const [trust, permissions] = [...section.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) =>
  JSON.parse(json!),
)
const registration = JSON.parse(/POST \/v1\/webhooks\n([\s\S]*?)```/.exec(section)![1]!)

it('shows a registration that is taken, and a role that may do what it takes and nothing else', () => {
  const { url, roleArn } = registration
  expect(validateCloudDestination({ url, roleArn, hasHeaders: false }, 'us-east-1')).toEqual([])
  const may = (action: string, resource: string) =>
    isAllowed(readStatements(permissions), { action, resource })
  expect(may('sqs:SendMessage', url)).toBe(true)
  expect([may('sqs:ReceiveMessage', url), may('sqs:SendMessage', `${url}-other`)]).toEqual([false, false])
})

it('shows a trust policy that asks for the external id', () => {
  expect(trust.Statement).toEqual([
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { AWS: 'arn:aws:iam::TRUSTED_ACCOUNT_ID:root' },
      Condition: { StringEquals: { 'sts:ExternalId': 'EXTERNAL_ID' } },
    },
  ])
})
