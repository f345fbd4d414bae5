import { expect, it } from 'vitest'
import { createBatchingSender, type SqsMessage } from '../../../shared/aws/sqs.ts'

const named = (name: string): SqsMessage => ({ body: { name } })

it('sends what a batch asks for at the same time in one request, and what comes later in another', async () => {
  const requests: (readonly SqsMessage[])[] = []
  const send = createBatchingSender(async messages => void requests.push(messages))
  await Promise.all([send(named('a')), send(named('b')), Promise.resolve().then(() => send(named('c')))])
  await send(named('d'))
  expect(requests).toEqual([[named('a'), named('b'), named('c')], [named('d')]])
})

it('fails all that went together, and nothing else', async () => {
  const refuse = (messages: readonly SqsMessage[]): boolean => messages.some(({ body }) => 'bad' in body)
  const send = createBatchingSender(async messages => {
    if (refuse(messages)) throw new Error('not stored')
  })
  const results = await Promise.allSettled([send(named('a')), send({ body: { bad: true } })])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(send(named('a'))).resolves.toBeUndefined()
})
