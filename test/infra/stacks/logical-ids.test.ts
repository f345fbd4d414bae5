import { expect, it } from 'vitest'
import { stages } from '../../../infra/stages.ts'
import { synthesised } from '../synthesised.ts'

/*
 * CloudFormation knows a thing by its logical id: with another one it makes a new, empty thing and leaves or deletes the
 * old. What holds data therefore keeps its id for ever, whatever its code is called.
 */
const pinned: Readonly<Record<string, string>> = {
  Table: 'AWS::DynamoDB::Table',
  MediaA721A567: 'AWS::S3::Bucket',
  TrailLog3A869E30: 'AWS::S3::Bucket',
  LedgerB7379752: 'AWS::S3::Bucket',
  Key961B73FD: 'AWS::KMS::Key',
  FileTokenKey: 'AWS::SecretsManager::Secret',
  IdNumberKey: 'AWS::SecretsManager::Secret',
  LinkKey: 'AWS::SecretsManager::Secret',
  PersonalDataKey: 'AWS::SecretsManager::Secret',
  ReceiptKey: 'AWS::SecretsManager::Secret',
  UserPool: 'AWS::Cognito::UserPool',
  UserPoolDomain: 'AWS::Cognito::UserPoolDomain',
  WrappingKey: 'AWS::SecretsManager::Secret',
}

it('of what holds data never change', async () => {
  const holding = [
    'AWS::DynamoDB::Table',
    'AWS::S3::Bucket',
    'AWS::KMS::Key',
    'AWS::SecretsManager::Secret',
    'AWS::Cognito::UserPool',
    'AWS::Cognito::UserPoolDomain',
  ]
  const found = (await synthesised(stages.prod)).all
    .filter(({ Type }) => holding.includes(Type))
    .map(({ id, Type }) => [id, Type])
  expect(Object.fromEntries(found)).toEqual(pinned)
})
