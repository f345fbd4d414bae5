import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
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

  it.each([
    ['https://www.example.com/api/hook/', 'moved', 'Location: https://www.example.com/api/hook/\n\nmoved'],
    ['/hook/', '', 'Location: /hook/\n\n'],
    ['//www.example.com', '', 'Location: //www.example.com\n\n'],
    ['', 'moved', 'moved'],
    ['https://x.example/Ọ\u200bl', '', 'Location: https://x.example/Ọl\n\n'],
    [`https://x.example/${'a'.repeat(3000)}`, 'moved', `Location: https://x.example/${'a'.repeat(996)}`],
  ])('shows where a redirect leads: %j', async (location, body, answer) => {
    const raw = `HTTP/1.1 308 Moved\r\n${location && `Location: ${location}\r\n`}Content-Length: ${body.length}\r\n\r\n${body}`
    await using target = await rawReceiver(socket => socket.write(raw))
    const detail = 'The endpoint redirects, which is not followed: register the URL it leads to'
    expect(await deliver(target.port)).toMatchObject({
      status: 308,
      answer,
      failure: { kind: 'redirect', detail },
    })
  })

  it.each([300, 304, 305, 306, 399])('that is answered %i is not called a redirect', async status => {
    const location = 'https://www.example.com/'
    await using target = await receiver(response => response.writeHead(status, { location }).end())
    const failure = { kind: 'status', detail: `The endpoint answered ${status}` }
    expect(await deliver(target.port)).toMatchObject({ status, answer: '', failure })
  })

  const long = Array.from({ length: 4000 }, (_, line) => `${line} sorry`).join('\n')

  it.each([
    ['gzip', gzipSync('sorry'), 'sorry'],
    ['X-GZIP', gzipSync('sorry'), 'sorry'],
    ['deflate', deflateSync('sorry'), 'sorry'],
    ['br', brotliCompressSync('sorry'), 'sorry'],
    ['identity', Buffer.from('sorry'), 'sorry'],
    ['', Buffer.from('sorry'), 'sorry'],
    ['gzip', gzipSync(''), ''],
    ['gzip', Buffer.alloc(0), ''],
    ['gzip', gzipSync(long), long.slice(0, 1024)],
    ['br', brotliCompressSync(long), long.slice(0, 1024)],
    ['gzip', gzipSync(Buffer.alloc(50_000_000, 'a')), 'a'.repeat(1024)],
    ['gzip', Buffer.from('sorry'), '(An answer in gzip, which cannot be shown.)'],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000, 'a')), '(An answer in br, which cannot be shown.)'],
    ['zstd', Buffer.from('sorry'), '(An answer in zstd, which cannot be shown.)'],
    ['gzip, br', Buffer.from('sorry'), '(An answer in gzip, br, which cannot be shown.)'],
    ['constructor', Buffer.from('sorry'), '(An answer in constructor, which cannot be shown.)'],
  ])('shows an answer in %s decoded, and no more than 1 KB of it', async (encoding, bytes, answer) => {
    const headers = { 'content-encoding': encoding }
    await using target = await receiver(response => response.writeHead(500, headers).end(bytes))
    expect(await deliver(target.port)).toMatchObject({ status: 500, answer })
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
