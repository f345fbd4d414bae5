import { beforeAll, expect, it } from 'vitest'
import { Fault } from '../../../shared/aws/errors.ts'
import { secretInsteadOf } from '../../../shared/aws/rotated-secret.ts'
import { secret } from '../../../shared/aws/secret.ts'
import { type AwsEndpoint, openAwsEndpoint } from './endpoint.ts'

let aws: AwsEndpoint

beforeAll(async () => {
  aws = await openAwsEndpoint()
})

const value = { SecretString: 'a long one' }
const asked = (name: string) => ({ action: 'GetSecretValue', body: { SecretId: name } })
const trouble = { error: 'InternalServiceError', status: 500 }
const notRead = (why: string) => `A secret was not read: ${why}`
const since = (before: number) => aws.calls.slice(before)

it('is read by its name, once however many ask', async () => {
  aws.answer(() => value)
  const before = aws.calls.length
  const both = await Promise.all([secret('one'), secret('one')])
  expect([...both, await secret('one')]).toEqual(Array(3).fill('a long one'))
  expect(since(before)).toEqual([asked('one')])
})

it('is asked for twice more where there is trouble at the other end', async () => {
  const answers: object[] = [trouble, { error: 'ThrottlingException' }, value]
  aws.answer(() => answers.shift()!)
  const before = aws.calls.length
  expect(await secret('two')).toBe('a long one')
  expect(since(before)).toEqual(Array(3).fill(asked('two')))
})

it.each([
  ['that nobody may read', { error: 'AccessDeniedException' }, notRead('400 AccessDeniedException'), 1],
  ['that is not there', { error: 'ResourceNotFoundException' }, notRead('400 ResourceNotFoundException'), 1],
  ['that is never answered', trouble, notRead('500 InternalServiceError'), 3],
  ['that is empty', { SecretString: '' }, 'A secret of this stage is empty', 1],
  ['that holds no text', { SecretBinary: 'AA==' }, 'A secret of this stage is empty', 1],
])('%s fails its reader, who may ask again', async (name, answer, message, calls) => {
  const before = aws.calls.length
  aws.answer(() => answer)
  await expect(secret(name)).rejects.toThrow(new Fault(message))
  expect(since(before)).toHaveLength(calls)
  aws.answer(() => value)
  expect(await secret(name)).toBe('a long one')
})

it('that was rotated is read anew when its value is refused, once a minute, however many ask', async () => {
  const texts = ['the first', 'the second', 'the third']
  aws.answer(() => ({ SecretString: texts.shift() }))
  const before = aws.calls.length
  expect(await secret('rotated')).toBe('the first')
  const asking = Array.from({ length: 5 }, () => secretInsteadOf('rotated', 'the first', 1_000_000))
  expect(await Promise.all(asking)).toEqual(Array(5).fill('the second'))
  expect(await secretInsteadOf('rotated', 'the second', 1_059_999)).toBe('the second')
  expect(since(before)).toHaveLength(2)
  expect(await secretInsteadOf('rotated', 'the second', 1_060_000)).toBe('the third')
  expect(await secretInsteadOf('rotated', 'the first', 2_000_000)).toBe('the third')
  expect(since(before)).toHaveLength(3)
})
