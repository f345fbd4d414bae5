import { expect, it } from 'vitest'
import { gathering, type Message } from '../../../shared/aws/queue.ts'

const named = (name: string): Message => ({ body: { name } })

it('sends what a batch asks for at the same time in one request, and what comes later in another', async () => {
  const requests: (readonly Message[])[] = []
  const send = gathering(async messages => void requests.push(messages))
  await Promise.all([send(named('a')), send(named('b')), Promise.resolve().then(() => send(named('c')))])
  await send(named('d'))
  expect(requests).toEqual([[named('a'), named('b'), named('c')], [named('d')]])
})

it('fails all that went together, and nothing else', async () => {
  const refuse = (messages: readonly Message[]): boolean => messages.some(({ body }) => 'bad' in body)
  const send = gathering(async messages => {
    if (refuse(messages)) throw new Error('not stored')
  })
  const results = await Promise.allSettled([send(named('a')), send({ body: { bad: true } })])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(send(named('a'))).resolves.toBeUndefined()
})
