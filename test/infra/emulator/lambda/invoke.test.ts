import { afterAll, describe, expect, test } from 'vitest'
import { allow, startWorld } from '../environment.ts'

const world = await startWorld((_stack, lambda) => {
  lambda('Echo', 'export const handler = async event => ({ event, key: process.env.AWS_ACCESS_KEY_ID })')
  lambda('Failing', "export const handler = async () => { throw new TypeError('wrong') }")
  const key = 'export const handler = async () => process.env.AWS_ACCESS_KEY_ID'
  lambda('Granted', key, { may: [allow(['lambda:InvokeFunction'], '*')] })
  lambda('Nobody', key)
})
afterAll(() => world?.stop())

const invoke = async (name: string, accessKeyId: string, headers: Record<string, string> = {}) => {
  const { AWS_ENDPOINT_URL } = world.emulator.environment
  const response = await fetch(`${AWS_ENDPOINT_URL}/2015-03-31/functions/${name}/invocations`, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/local`, ...headers },
    body: '{"given":1}',
  })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

const idOf = (name: string): string => world.emulator.physicalId(`Service/${name}`)
const administrator = (): string => world.emulator.environment.AWS_ACCESS_KEY_ID!
const keyOf = (name: string) => world.emulator.invoke(`Service/${name}`, {}) as Promise<string>

describe('an invocation from outside', () => {
  test('is answered with what the function answers', async () => {
    const { status, headers, body } = await invoke(idOf('Echo'), administrator())
    expect([status, body.event, headers.has('x-amz-function-error')]).toEqual([200, { given: 1 }, false])
    expect(body.key).not.toBe(administrator())
  })

  test('says that the function failed, and how', async () => {
    const { status, headers, body } = await invoke(idOf('Failing'), administrator())
    expect([status, headers.get('x-amz-function-error')]).toEqual([200, 'Unhandled'])
    expect(body).toMatchObject({ errorType: 'TypeError', errorMessage: 'wrong' })
  })

  test('is for whom IAM allows it', async () => {
    expect((await invoke(idOf('Echo'), await keyOf('Granted'))).body.event).toEqual({ given: 1 })
    const denied = await invoke(idOf('Echo'), await keyOf('Nobody'))
    expect([denied.status, denied.body.message]).toEqual([
      403,
      expect.stringMatching(/is not authorized to perform: lambda:InvokeFunction on resource: arn:/),
    ])
    expect((await invoke(idOf('Echo'), 'ASIAUNKNOWNUNKNOWN12')).status).toBe(403)
  })

  test('does not know other functions, nor ways that do not wait', async () => {
    expect((await invoke('missing', administrator())).status).toBe(404)
    const event = await invoke(idOf('Echo'), administrator(), { 'x-amz-invocation-type': 'Event' })
    expect([event.status, event.body.__type]).toEqual([400, expect.stringMatching(/UnsupportedOperation$/)])
  })
})
