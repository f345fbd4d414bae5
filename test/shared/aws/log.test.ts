import { expect, it, vi } from 'vitest'
import { Fault } from '../../../shared/aws/errors.ts'
import { errorLogFields, log, logRaw } from '../../../shared/aws/log.ts'

const data = 'Ngozi Adeyemi 08031234567'
const named = (name: string) => Object.assign(new Error(data), { name })

it.each([
  [new Error(data), 'Error'],
  [new SyntaxError(`Unexpected token in ${data}`), 'SyntaxError'],
  [new AggregateError([new Error(data)], data), 'AggregateError'],
  [named('ConditionalCheckFailedException'), 'ConditionalCheckFailedException'],
])('says of %s its name alone', (error, name) => {
  const fields = errorLogFields(error)
  expect(fields.error).toBe(name)
  expect(JSON.stringify(fields)).not.toContain('Ngozi')
})

it.each([
  [new Fault('A secret of this stage is empty'), 'Fault: A secret of this stage is empty'],
  [new TypeError('x is not a function'), 'TypeError: x is not a function'],
  [new RangeError('Invalid array length'), 'RangeError: Invalid array length'],
])('says of %s its message, too, which is ours or the language’s', (error, words) => {
  expect(errorLogFields(error).error).toBe(words)
})

it.each([
  [data, 'string'],
  [{ message: data }, 'object'],
  [undefined, 'undefined'],
])('says of what is no error its type alone: %j', (thrown, type) => {
  expect(errorLogFields(thrown)).toEqual({ error: type })
})

it('says where an error was thrown, in at most eight frames, whatever its message looks like', () => {
  const deep = (depth: number): Error => (depth === 0 ? new Error(`${data}\n    at-home`) : deep(depth - 1))
  const { frames } = errorLogFields(deep(20))
  expect(frames).toHaveLength(8)
  for (const frame of frames!) expect(frame).toMatch(/^at .*:\d+:\d+\)?$/)
})

it('writes one object a line, the event first', () => {
  using info = vi.spyOn(console, 'info').mockImplementation(() => {})
  log('delivery.attempted', { status: 200, failure: null })
  log('tokens.swept')
  expect(info.mock.calls).toEqual([
    [{ event: 'delivery.attempted', status: 200, failure: null }],
    [{ event: 'tokens.swept' }],
  ])
})

it('names the release on each line, beside what a metric stands by', () => {
  using info = vi.spyOn(console, 'info').mockImplementation(() => {})
  using write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  process.env.VERSION = '1.0.0'
  try {
    log('tokens.swept')
    logRaw({ stage: 'prod', Swept: 1 })
  } finally {
    delete process.env.VERSION
  }
  expect(info.mock.calls).toEqual([[{ event: 'tokens.swept', version: '1.0.0' }]])
  expect(write.mock.calls).toEqual([['{"stage":"prod","Swept":1,"version":"1.0.0"}\n']])
})
