import { beforeAll, expect, it, vi } from 'vitest'
import { serve } from '../../../shared/http/api.ts'
import { consumeUnits, refundUnits } from '../../../shared/http/rate-limit-store.ts'
import { type AwsEndpoint, openAwsEndpoint } from '../aws/endpoint.ts'
import { openWorld, refused, routes, send } from './chain.ts'

let aws: AwsEndpoint
beforeAll(async () => {
  aws = await openAwsEndpoint()
  Object.assign(process.env, { AWS_ENDPOINT_URL_DYNAMODB: aws.url, TABLE_NAME: 'busy' })
  // The SDK waits a random part of a time that grows.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

const window = {
  of: undefined,
  clientId: undefined,
  name: 'tries',
  subject: 'one',
  limit: 1,
  startsAt: 0,
  endsAt: 60,
}

const answerTo = async (error: string, work: () => Promise<unknown>, status = 400) => {
  aws.answer(() => ({ error, status }))
  const world = openWorld()
  const makeThing = async () => {
    await work()
    return { status: 202 } as const
  }
  return { answer: await send(serve(routes, { makeThing }, {}, world.ports)), lines: world.lines }
}

it.each([
  ['TransactionConflictException', 400, () => consumeUnits(window)],
  ['ThrottlingException', 400, () => refundUnits(window)],
  ['InternalServerError', 500, () => consumeUnits(window)],
  ['ServiceUnavailable', 503, () => consumeUnits(window)],
])(
  'a table that still answers %s after all retries is busy: the caller may try again',
  async (error, status, work) => {
    const { answer, lines } = await answerTo(error, work, status)
    expect(answer).toEqual(
      refused('unavailable', 'The table is busy for a moment. The request is valid: send it again.', {
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
