import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { processMessages, processStreamBatch } from '../../../shared/aws/batch.ts'
import { Fault } from '../../../shared/aws/errors.ts'

let printed: MockInstance

beforeEach(() => {
  printed = vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => printed.mockRestore())

const logged = () => printed.mock.calls.map(([line]) => ({ ...line, frames: undefined }))

interface Named {
  readonly name: string
  readonly dynamodb?: { readonly SequenceNumber: string }
}

/** Throws for every name that begins with "bad". */
const workOn =
  (done: string[]) =>
  async ({ name }: Named): Promise<void> => {
    await new Promise(resolve => setTimeout(resolve, name.length))
    if (name.startsWith('bad')) throw new Fault('It could not be done')
    done.push(name)
  }

const workOnAll = (done: string[]) => (changes: readonly Named[]) =>
  Promise.allSettled(changes.map(workOn(done)))

describe('a batch of messages', () => {
  const batchOf = (...names: string[]) => ({
    Records: names.map(name => ({ messageId: `id-${name}`, body: JSON.stringify({ name }) })),
  })

  it('is done with when all are', async () => {
    const done: string[] = []
    expect(await processMessages(workOn(done))(batchOf('one', 'four'))).toEqual({ batchItemFailures: [] })
    expect(done).toEqual(['one', 'four'])
    expect(logged()).toEqual([])
  })

  it('keeps every message that failed, and those alone', async () => {
    const done: string[] = []
    const answer = await processMessages(workOn(done))(batchOf('bad-first', 'one', 'bad-last'))
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: 'id-bad-first' }, { itemIdentifier: 'id-bad-last' }],
    })
    expect(done).toEqual(['one'])
    const line = { event: 'message.failed', error: 'Fault: It could not be done' }
    expect(logged()).toEqual([line, line])
  })

  it('keeps a message that is no JSON, and never prints it', async () => {
    const Records = [{ messageId: 'id', body: 'Ngozi {' }]
    expect(await processMessages(workOn([]))({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: 'id' }],
    })
    expect(logged()).toEqual([{ event: 'message.failed', error: 'SyntaxError' }])
    expect(JSON.stringify(printed.mock.calls)).not.toContain('Ngozi')
  })
})

describe('a batch of changes', () => {
  const batchOf = (...names: string[]) => ({
    Records: names.map((name, index) => ({ name, dynamodb: { SequenceNumber: `${index + 1}00` } })),
  })

  it('is done with when all are', async () => {
    expect(await processStreamBatch(workOnAll([]))(batchOf('one', 'two'))).toEqual({ batchItemFailures: [] })
    expect(logged()).toEqual([])
  })

  it('goes back to the first that failed, though the others were worked on', async () => {
    const done: string[] = []
    const answer = await processStreamBatch(workOnAll(done))(batchOf('one', 'bad-and-slow', 'two', 'bad'))
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '200' }] })
    expect(done).toEqual(['one', 'two'])
    expect(logged()).toHaveLength(2)
    expect(logged()[0]).toEqual({ event: 'change.failed', error: 'Fault: It could not be done' })
  })

  it('goes back to a change of which nobody said how it ended', async () => {
    const answer = await processStreamBatch(async () => [{ status: 'fulfilled', value: undefined }])(
      batchOf('one', 'two'),
    )
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '200' }] })
  })
})
