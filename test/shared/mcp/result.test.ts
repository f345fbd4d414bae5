import { expect, it } from 'vitest'
import { problemGuides } from '../../../shared/http/contract/problem-guide.ts'
import { codeOf, toProblemResult } from '../../../shared/mcp/result.ts'

it('says of a problem what to do, and when it may succeed', () => {
  const body = { code: 'too_many_requests', detail: 'The limit is used up.' }
  const answer = { status: 429, retryAfter: '7', body }
  const { isError, structuredContent, content } = toProblemResult(answer)
  expect([isError, codeOf(answer)]).toEqual([true, 'too_many_requests'])
  expect(structuredContent).toEqual({
    ...body,
    whatToDo: problemGuides.too_many_requests.whatToDo,
    retryAfterSeconds: 7,
  })
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
})

it('passes on what the gateway answers in our place', () => {
  const answer = { status: 503, retryAfter: null, body: { message: 'Service Unavailable' } }
  expect(codeOf(answer)).toBe('503')
  expect(toProblemResult(answer)).toEqual({
    content: [{ type: 'text', text: '{"message":"Service Unavailable"}' }],
    structuredContent: { message: 'Service Unavailable' },
    isError: true,
  })
})
