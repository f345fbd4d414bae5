import { describe, expect, test } from 'vitest'
import { isAllowed, readStatements } from '../../../../infra/region/iam/policy.ts'

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
  test('denies explicitly before it allows', () => {
    const deny = allow({ Effect: 'Deny', Resource: '*/key' })
    expect(isAllowed([...allow({}), ...deny], get)).toBe(false)
    expect(isAllowed([...allow({}), ...deny], { ...get, resource: 'arn:aws:s3:::bucket/other' })).toBe(true)
  })
  test('reads NotAction and NotResource as everything else', () => {
    expect(isAllowed(allow({ Action: undefined, NotAction: 's3:Put*' }), get)).toBe(true)
    expect(isAllowed(allow({ Action: undefined, NotAction: 's3:Get*' }), get)).toBe(false)
    expect(isAllowed(allow({ Resource: undefined, NotResource: '*/key' }), get)).toBe(false)
  })
  test('holds its conditions, and those on a key that the request lacks', () => {
    const holds = (Condition: object, values?: string[]) =>
      isAllowed(
        allow({ Condition }),
        values === undefined ? get : { ...get, context: { 'aws:Thing': values } },
      )
    expect(holds({ StringLike: { 'aws:thing': 'a*' } }, ['abc'])).toBe(true)
    expect(holds({ StringLike: { 'aws:thing': 'a*' } })).toBe(false)
    expect(holds({ StringNotEquals: { 'aws:thing': 'a' } })).toBe(true)
    expect(holds({ StringNotEquals: { 'aws:thing': 'a' } }, ['a'])).toBe(false)
    expect(holds({ StringEqualsIfExists: { 'aws:thing': 'a' } })).toBe(true)
    expect(holds({ Null: { 'aws:thing': 'true' } }, ['a'])).toBe(false)
    expect(holds({ 'ForAllValues:StringLike': { 'aws:thing': ['a*', 'b*'] } }, ['a1', 'b1'])).toBe(true)
    expect(holds({ 'ForAllValues:StringLike': { 'aws:thing': ['a*'] } }, ['a1', 'b1'])).toBe(false)
    expect(holds({ 'ForAnyValue:StringLike': { 'aws:thing': ['a*'] } }, ['a1', 'b1'])).toBe(true)
    expect(holds({ NumericLessThan: { 'aws:thing': '10' } }, ['9'])).toBe(true)
  })
})
