import { describe, expect, it } from 'vitest'
import type { AttemptInput } from '../../../../shared/webhook/transport/attempt.ts'
import { attemptTo, rawReceiver, receiver, receiverHost } from './receiver.ts'

const deliver = (port: number, more: Partial<AttemptInput> = {}) =>
  attemptTo(`http://${receiverHost}:${port}/hook?tenant=7`, more)

describe('an attempt', () => {
  it('posts the exact body to the path and query of the endpoint, with the host it is registered under', async () => {
    await using target = await receiver(response => response.end('thanks'))
    const body = '{"name":"Ọláyínká"}'
    const made = await deliver(target.port, { body })
    expect(made).toMatchObject({ status: 200, answer: 'thanks' })
    expect(made.failure).toBeUndefined()
    const [request] = target.received
    expect(request).toMatchObject({ method: 'POST', path: '/hook?tenant=7', body })
    expect(request?.headers).toMatchObject({
      host: `${receiverHost}:${target.port}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    })
    expect(request?.headers['transfer-encoding']).toBeUndefined()
  })

  it('reaches a receiver on the laptop as localhost and by loopback address', async () => {
    await using target = await receiver(response => response.end())
    for (const host of ['localhost', '127.0.0.1', 'hooks.localhost'])
      expect(await deliver(target.port, { endpointUrl: `http://${host}:${target.port}/` })).toMatchObject({
        status: 200,
      })
  })

  it.each([200, 201, 204, 299])('that is answered %i has no failure', async status => {
    await using target = await receiver(response => response.writeHead(status).end())
    expect((await deliver(target.port)).failure).toBeUndefined()
  })

  it.each([400, 404, 410, 429, 500, 503])(
    'that is answered %i keeps the status and the answer',
    async status => {
      await using target = await receiver(response => response.writeHead(status).end('sorry'))
      const made = await deliver(target.port)
      expect(made).toMatchObject({ status, answer: 'sorry', failure: { kind: 'status' } })
    },
  )

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async status => {
    await using secret = await receiver(response => response.end())
    const location = `http://127.0.0.1:${secret.port}/`
    await using target = await receiver(response => response.writeHead(status, { location }).end())
    expect(await deliver(target.port)).toMatchObject({ status, failure: { kind: 'redirect' } })
    expect(secret.received).toHaveLength(0)
  })

  it('understands Retry-After', async () => {
    const header = 'Fri, 20 Nov 2026 12:00:30 GMT'
    await using target = await receiver(response => response.writeHead(429, { 'retry-after': header }).end())
    const made = await deliver(target.port, { now: new Date('2026-11-20T12:00:00Z') })
    expect(made.retryAfterSeconds).toBe(30)
  })

  it('looks a name up once, and again on the next attempt, so that a changed answer is caught', async () => {
    await using target = await receiver(response => response.end())
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '169.254.169.254']]
    let asked = 0
    const lookup = async () => answers[asked++] ?? []
    expect((await deliver(target.port, { lookup })).status).toBe(200)
    expect(asked).toBe(1)
    expect((await deliver(target.port, { lookup })).failure?.kind).toBe('refused-address')
    expect((await deliver(target.port, { lookup })).failure?.kind).toBe('refused-address')
    expect(target.received).toHaveLength(1)
  })

  it('does not reuse an open connection when the name has come to lead to a forbidden place', async () => {
    await using target = await receiver(response => response.end())
    await deliver(target.port)
    const moved = await deliver(target.port, { rules: { allowHttp: true, allowLoopback: false } })
    expect(moved.failure?.kind).toBe('refused-address')
    expect(target.received).toHaveLength(1)
  })

  it('never throws, whatever it is given', async () => {
    for (const wrong of [
      { secrets: [] },
      { secrets: ['x'] },
      { id: 'a.b' },
      { id: 'a\r\nb' },
      { now: new Date('x') },
    ])
      expect((await deliver(1024, wrong)).failure?.kind).toBe('internal')
    const throwing = () => {
      throw new Error('broken')
    }
    expect((await deliver(1024, { lookup: throwing })).failure?.kind).toBe('dns')
  })

  it('gives up on a resolver that stays silent', async () => {
    const lookup = () => new Promise<string[]>(() => {})
    expect((await deliver(1024, { lookup, timeoutSeconds: 0.2 })).failure?.kind).toBe('dns')
  })

  it('tries the next checked address when nobody listens at the first', async () => {
    await using target = await receiver(response => response.end())
    const lookup = async () => ['127.0.0.2', '127.0.0.1']
    expect(await deliver(target.port, { lookup })).toMatchObject({ status: 200 })
  })

  it('is told in plain words, without addresses or paths, why nothing could be reached', async () => {
    await using target = await rawReceiver(() => {})
    const { port } = target
    await target[Symbol.asyncDispose]()
    const made = await deliver(port)
    expect(made.failure).toEqual({ kind: 'connect', detail: 'No connection could be made' })
    expect(JSON.stringify(made)).not.toMatch(/127\.0|tenant/)
  })
})
