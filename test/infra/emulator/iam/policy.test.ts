import { describe, expect, test } from 'vitest'
import { isAllowed, policyProblems, readStatements } from '../../../../infra/emulator/iam/policy.ts'
import type { JsonObject } from '../../../../infra/emulator/json.ts'

const allow = (more: object) =>
  readStatements({
    Statement: [{ Effect: 'Allow', Action: 's3:Get*', Resource: 'arn:aws:s3:::bucket/*', ...more }],
  })
const get = { action: 's3:GetObject', resource: 'arn:aws:s3:::bucket/key' }

describe('a policy', () => {
  test('allows what its wildcards cover, whatever the action’s case, and nothing else', () => {
    expect(isAllowed(allow({}), get)).toBe(true)
    expect(isAllowed(allow({ Action: 'S3:getobject' }), get)).toBe(true)
    expect(isAllowed(allow({}), { ...get, action: 's3:PutObject' })).toBe(false)
    expect(isAllowed(allow({}), { ...get, resource: 'arn:aws:s3:::bucket' })).toBe(false)
    expect(isAllowed([], get)).toBe(false)
  })
  test('is refused where it says more than that', () => {
    const problems = (more: object) =>
      policyProblems({ Statement: { Effect: 'Allow', Action: '*', Resource: '*', ...more } })
    expect(problems({})).toEqual([])
    expect(problems({ Effect: 'Deny' })).toEqual(['a statement with the effect Deny is not supported'])
    for (const element of ['NotAction', 'NotResource'])
      expect(problems({ [element]: {} })).toEqual([`a statement with ${element} is not supported`])
  })
})

describe('a condition on leading keys', () => {
  const put = { action: 'dynamodb:PutItem', resource: 'arn:aws:dynamodb:::table/t' }
  const conditioned = readStatements({
    Statement: {
      Effect: 'Allow',
      Action: put.action,
      Resource: put.resource,
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['1*#test#*', 'circuit#?'] } },
    },
  })
  const mayPut = (...leadingKeys: string[]) => isAllowed(conditioned, { ...put, leadingKeys })
  test('allows a request all of whose keys match a pattern, in the same case', () => {
    expect([mayPut('12#test#event#x'), mayPut('circuit#n', '1#test#')]).toEqual([true, true])
    expect([mayPut('token#x'), mayPut('1#TEST#x'), mayPut('circuit#nin')]).toEqual([false, false, false])
    expect(mayPut('1#test#x', 'token#x')).toBe(false)
  })
  test('holds, as IAM says of ForAllValues, for a request without keys', () => {
    expect(mayPut()).toBe(true)
  })
  test('is refused by name where it asks something else, or of an action whose keys are not read', () => {
    const problems = (Action: string, Condition: JsonObject) =>
      policyProblems({ Statement: { Effect: 'Allow', Action, Resource: '*', Condition } })
    const leadingKeys = { 'dynamodb:LeadingKeys': ['x'] }
    expect(problems('dynamodb:GetItem', { 'ForAllValues:StringLike': leadingKeys })).toEqual([])
    expect(problems('dynamodb:GetItem', { StringLike: leadingKeys })).toEqual([
      'the condition StringLike of dynamodb:LeadingKeys is not supported',
    ])
    expect(problems('s3:GetObject', { StringEquals: { 'aws:SourceAccount': '1' } })).toEqual([
      'the condition StringEquals of aws:SourceAccount is not supported',
    ])
    expect(problems('dynamodb:Query', { 'ForAllValues:StringLike': leadingKeys })).toEqual([
      'a condition on dynamodb:Query is not supported',
    ])
  })
})
