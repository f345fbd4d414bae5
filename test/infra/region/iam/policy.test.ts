import { describe, expect, test } from 'vitest'
import { isAllowed, policyProblems, readStatements } from '../../../../infra/region/iam/policy.ts'

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
    for (const element of ['Condition', 'NotAction', 'NotResource'])
      expect(problems({ [element]: {} })).toEqual([`a statement with ${element} is not supported`])
  })
})
