import { afterAll, beforeAll, expect, it } from 'vitest'
import { Fault } from '../../../shared/aws/errors.ts'
import { secret } from '../../../shared/aws/secret.ts'
import { type AwsEndpoint, openAwsEndpoint } from './endpoint.ts'

let aws: AwsEndpoint

beforeAll(async () => {
  aws = await openAwsEndpoint()
})
afterAll(() => aws[Symbol.asyncDispose]())

const value = { SecretString: 'a long one' }
const asked = (name: string) => ({ action: 'GetSecretValue', body: { SecretId: name } })
const since = (before: number) => aws.calls.slice(before)

it('is read by its name, once however many ask', async () => {
  aws.answer(() => value)
  const before = aws.calls.length
  const both = await Promise.all([secret('one'), secret('one')])
  expect([...both, await secret('one')]).toEqual(Array(3).fill('a long one'))
  expect(since(before)).toEqual([asked('one')])
})

it('is asked for twice more where there is trouble at the other end', async () => {
  const answers: object[] = [
    { error: 'InternalServiceError', status: 500 },
    { error: 'ThrottlingException' },
    value,
  ]
  aws.answer(() => answers.shift()!)
  const before = aws.calls.length
  expect(await secret('two')).toBe('a long one')
  expect(since(before)).toEqual(Array(3).fill(asked('two')))
})

it.each([
  [
    'that nobody may read',
    { error: 'AccessDeniedException' },
    'A secret was not read: 400 AccessDeniedException',
    1,
  ],
  [
    'that is not there',
    { error: 'ResourceNotFoundException' },
    'A secret was not read: 400 ResourceNotFoundException',
    1,
  ],
  [
    'that is never answered',
    { error: 'InternalServiceError', status: 500 },
    'A secret was not read: 500 InternalServiceError',
    3,
  ],
  ['that holds no text', { SecretBinary: 'AA==' }, 'A secret of this stage is empty', 1],
])('%s fails its reader, who may ask again', async (name, answer, message, calls) => {
  const before = aws.calls.length
  aws.answer(() => answer)
  await expect(secret(name)).rejects.toThrow(new Fault(message))
  expect(since(before)).toHaveLength(calls)
  aws.answer(() => value)
  expect(await secret(name)).toBe('a long one')
})
