import { afterAll, beforeAll, expect, it } from 'vitest'
import { serve } from '../../../shared/http/api.ts'
import { consumeUnits, refundUnits } from '../../../shared/http/rate-limit-store.ts'
import { type AwsEndpoint, openAwsEndpoint } from '../aws/endpoint.ts'
import { openWorld, refused, routes, send } from './chain.ts'

let aws: AwsEndpoint
beforeAll(async () => {
  aws = await openAwsEndpoint()
  process.env.TABLE_NAME = 'busy'
})
afterAll(() => aws[Symbol.asyncDispose]())

const window = {
  of: undefined,
  clientId: undefined,
  name: 'tries',
  subject: 'one',
  limit: 1,
  startsAt: 0,
  endsAt: 60,
}

const answerTo = async (error: string, work: () => Promise<unknown>) => {
  aws.answer(() => ({ error }))
  const world = openWorld()
  const makeThing = async () => {
    await work()
    return { status: 202 } as const
  }
  return { answer: await send(serve(routes, { makeThing }, {}, world.ports)), lines: world.lines }
}

it.each([
  ['TransactionConflictException', () => consumeUnits(window)],
  ['ThrottlingException', () => refundUnits(window)],
])(
  'a table that still answers %s after all retries is busy: the caller may try again',
  async (error, work) => {
    const { answer, lines } = await answerTo(error, work)
    expect(answer).toEqual(
      refused('unavailable', 'A concurrent update conflicted. The request is valid.', {
        headers: { 'retry-after': '1' },
      }),
    )
    expect(lines[0]).toMatchObject({ event: 'request.failed', error: `Busy: The table answers ${error}` })
  },
)

it('any other failure of the table is one of ours', async () => {
  const { answer } = await answerTo('ValidationException', () => consumeUnits(window))
  expect(answer.statusCode).toBe(500)
})
