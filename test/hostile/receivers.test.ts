import type { ServerResponse } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import type { AttemptInput } from '../../shared/webhook/transport/attempt.ts'
import { attemptTo, rawReceiver, receiver } from '../shared/webhook/transport/receiver.ts'

const deliver = (port: number, more: Partial<AttemptInput> = {}) =>
  attemptTo(`http://127.0.0.1:${port}/`, more)

const drip = (response: ServerResponse) => {
  const timer = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(timer))
}

describe('a receiver that', () => {
  it('accepts the connection and never answers is a timeout', async () => {
    await using target = await receiver(() => {})
    const made = await deliver(target.port, { timeoutSeconds: 0.3 })
    expect(made.failure?.kind).toBe('timeout')
    expect(made.latencyMs).toBeGreaterThanOrEqual(290)
  })

  it('drips its headers is a timeout', async () => {
    await using target = await rawReceiver(socket => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x: y\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    expect((await deliver(target.port, { timeoutSeconds: 0.3 })).failure?.kind).toBe('timeout')
  })

  it('sends interim answers now and then, and no answer, is a timeout', async () => {
    await using target = await rawReceiver(socket => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 60)
      socket.on('close', () => clearInterval(timer))
    })
    expect((await deliver(target.port, { timeoutSeconds: 0.3 })).failure?.kind).toBe('timeout')
  })

  it.each([100, 102, 103])('floods %i is cut after ten', async status => {
    let sent = 0
    await using target = await rawReceiver(socket => {
      const timer = setInterval(() => socket.write(`HTTP/1.1 ${status} Wait\r\n\r\n`, () => sent++), 5)
      socket.on('close', () => clearInterval(timer))
    })
    expect((await deliver(target.port)).failure).toEqual({
      kind: 'protocol',
      detail: 'More than 10 interim answers came before an answer',
    })
    await vi.waitFor(() => expect(target.sockets.size).toBe(0))
    expect(sent).toBeLessThan(30)
  })

  it('sends ten interim answers before its answer has answered', async () => {
    await using target = await rawReceiver(socket => {
      const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10)
      socket.write(`${interim}HTTP/1.1 204 No Content\r\n\r\n`)
    })
    expect((await deliver(target.port)).status).toBe(204)
  })

  it('drips its body has answered with its status, and is cut off when the time is up', async () => {
    await using target = await receiver(drip)
    const made = await deliver(target.port, { timeoutSeconds: 0.3 })
    expect(made.status).toBe(200)
    expect(made.answer).toMatch(/^\.*$/)
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 10_000)
  })

  it('sends a body without end is read for 1 KB and cut off', async () => {
    await using target = await receiver(response => {
      const more = () => {
        while (response.write('x'.repeat(4096)));
      }
      response.on('drain', more)
      more()
    })
    const made = await deliver(target.port)
    expect(made).toMatchObject({ status: 200, answer: 'x'.repeat(1024) })
    expect(made.latencyMs).toBeLessThan(15_000)
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 10_000)
  })

  it('closes without an answer is a reset', async () => {
    await using target = await receiver(response => response.destroy())
    expect((await deliver(target.port)).failure?.kind).toBe('reset')
  })

  it('hangs up in the middle of its body has answered with its status', async () => {
    await using target = await rawReceiver(socket => {
      socket.end('HTTP/1.1 500 Broken\r\ncontent-length: 100\r\n\r\nhalf')
    })
    expect(await deliver(target.port)).toMatchObject({ status: 500, answer: 'half' })
  })

  it('breaks its own encoding in the middle of its body has answered with its status', async () => {
    await using target = await rawReceiver(socket => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\nnonsense\r\n')
    })
    expect((await deliver(target.port)).status).toBe(200)
  })

  it.each([
    ['speaks another protocol', '220 mail ready\r\n'],
    ['sends a broken header', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n'],
    ['sends two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['sends headers without end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}`],
  ])('%s is a protocol failure', async (_title, bytes) => {
    await using target = await rawReceiver(socket => socket.write(bytes))
    expect((await deliver(target.port)).failure?.kind).toBe('protocol')
  })

  it('switches protocols is no success', async () => {
    await using target = await rawReceiver(socket =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    )
    expect((await deliver(target.port, { timeoutSeconds: 0.3 })).failure?.kind).toBe('timeout')
  })

  it('closes an idle connection just as it is used again is called once more over a new one', async () => {
    let answers = 0
    await using target = await rawReceiver(socket => {
      answers += 1
      if (answers === 2) socket.destroy()
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
    expect((await deliver(target.port)).status).toBe(200)
    expect((await deliver(target.port)).status).toBe(200)
    expect(answers).toBe(3)
  })

  it('answers with control characters and broken UTF-8 cannot forge what is shown', async () => {
    const bytes = Buffer.concat([Buffer.from('a\u001b[2K\u0000b\u202ec\r\nd é'), Buffer.from([0xff, 0xfe])])
    await using target = await receiver(response => response.end(bytes))
    expect((await deliver(target.port)).answer).toBe('a[2Kbc\nd é\ufffd\ufffd')
  })

  it.each([
    ['é', 1023],
    ['😀', 1021],
    ['\u0000', 1],
    ['x', 1024],
  ])('answers with many %j is kept to 1 KB of whole characters', async (character, bytes) => {
    await using target = await receiver(response => response.end(`x${character.repeat(3000)}`))
    const { answer } = await deliver(target.port)
    expect(Buffer.byteLength(answer!)).toBe(bytes)
    expect(answer).not.toContain('\ufffd')
  })

  it('answers with bytes that are no text is kept to 1 KB all the same', async () => {
    await using target = await receiver(response => response.end(Buffer.alloc(1024, 0xff)))
    const { answer } = await deliver(target.port)
    expect(answer).toMatch(/^\ufffd+$/)
    expect(Buffer.byteLength(answer!)).toBeLessThanOrEqual(1024)
  })
})
