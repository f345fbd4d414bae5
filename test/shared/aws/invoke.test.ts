import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BusyError, Fault } from '../../../shared/aws/errors.ts'
import { invokeFunction } from '../../../shared/aws/invoke.ts'
import { close, listen } from '../../support/listen.ts'

const received: { url: string | undefined; authorization: string | undefined; body: string }[] = []
let answer: (response: ServerResponse) => void = response => response.end('{}')

const server = createServer(async (request, response) => {
  const { url, headers } = request
  received.push({ url, authorization: headers.authorization, body: await text(request) })
  answer(response)
})

beforeAll(async () => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_LAMBDA: await listen(server),
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  })
})
afterAll(() => close(server))

it('runs a function by its name, signed, and answers what it answers', async () => {
  answer = response => response.end('{"result":"stored"}')
  expect(await invokeFunction('re-encode', { slot: 'one' })).toEqual({ result: 'stored' })
  expect(received.at(-1)).toEqual({
    url: '/2015-03-31/functions/re-encode/invocations',
    authorization: expect.stringMatching(
      /\/eu-west-1\/lambda\/aws4_request, SignedHeaders=content-type;host;x-amz-date/,
    ),
    body: '{"slot":"one"}',
  })
})

it.each([
  ['that failed is a fault', 200, { 'x-amz-function-error': 'Unhandled' }, new Fault('A function failed')],
  ['that may not be run is a fault', 403, {}, new Fault('A function may not be run: 403')],
  ['that too many ask for can be asked again', 429, {}, new BusyError('A function was not run: 429')],
  ['that Lambda cannot run now can be asked again', 503, {}, new BusyError('A function was not run: 503')],
])('a function %s', async (_what, status, headers, error) => {
  answer = response => response.writeHead(status, headers).end('{"errorMessage":"quotes a person"}')
  await expect(invokeFunction('re-encode', {})).rejects.toEqual(error)
})

it('a function that cannot be reached can be asked again', async () => {
  answer = response => response.destroy()
  await expect(invokeFunction('re-encode', {})).rejects.toBeInstanceOf(BusyError)
})
