import { execFile } from 'node:child_process'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ConnectionPool, createConnectionPool } from '../../../../shared/webhook/transport/request.ts'
import { newSecret } from '../../../../shared/webhook/transport/signature.ts'
import { type Authority, attemptTo, openAuthority, rawReceiver, receiver, receiverHost } from './receiver.ts'

const publicAuthorities = getCACertificates()

const secrets = [newSecret()]
let authority: Authority
let connections: ConnectionPool

beforeAll(async () => {
  authority = await openAuthority()
  setDefaultCACertificates([authority.cert])
  connections = createConnectionPool()
})
afterAll(() => {
  connections.close()
  setDefaultCACertificates(publicAuthorities)
})

const deliver = (port: number, own: ConnectionPool = connections) =>
  attemptTo(`https://${receiverHost}:${port}/`, {
    rules: { allowHttp: false, allowLoopback: true },
    connections: own,
  })

describe('over https, an attempt', () => {
  it('is made by name at the checked address, and the next one uses the same connection', async () => {
    await using target = await receiver(response => response.end(), await authority.issue(receiverHost))
    expect(await deliver(target.port)).toMatchObject({ status: 200 })
    expect(await deliver(target.port)).toMatchObject({ status: 200 })
    expect(target.sockets.size).toBe(1)
    expect(target.received[0]?.socket).toMatchObject({ servername: receiverHost })
  })

  it('is refused to a server whose certificate is for another name', async () => {
    await using target = await receiver(
      response => response.end(),
      await authority.issue('other.verification-tests.com'),
    )
    const { failure } = await deliver(target.port)
    expect(failure).toEqual({ kind: 'tls', detail: 'The certificate is for another host name' })
    expect(target.received).toHaveLength(0)
  })

  it('is refused to a server whose certificate has expired', async () => {
    await using target = await receiver(response => response.end(), await authority.issue(receiverHost, -1))
    expect((await deliver(target.port)).failure).toEqual({
      kind: 'tls',
      detail: 'The certificate has expired',
    })
  })

  it('is refused to a server whose authority nobody knows, and no setting can change that', async () => {
    const nobody = await openAuthority()
    await using target = await receiver(response => response.end(), await nobody.issue(receiverHost))
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const { failure } = await deliver(target.port, createConnectionPool())
    vi.unstubAllEnvs()
    expect(failure?.kind).toBe('tls')
    expect(target.received).toHaveLength(0)
  })

  it('is a tls failure with a server that speaks no TLS, or hangs up in the handshake', async () => {
    await using plain = await receiver(response => response.end())
    expect((await deliver(plain.port)).failure?.kind).toBe('tls')
    await using rude = await rawReceiver(socket => socket.destroy())
    expect((await deliver(rude.port)).failure?.kind).toBe('tls')
  })

  it('goes past any proxy that the environment names', async () => {
    await using proxy = await receiver(response => response.end('from the proxy'))
    await using target = await receiver(response => response.end('from the receiver'))
    const at = `http://127.0.0.1:${proxy.port}`
    const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: at, HTTPS_PROXY: at, NO_PROXY: '' }
    const module = new URL('../../../../shared/webhook/transport/attempt.ts', import.meta.url).href
    const rules = { allowHttp: true, allowLoopback: true }
    const input = { endpointUrl: `http://127.0.0.1:${target.port}/`, id: 'e', body: '{}', secrets, rules }
    const script = `const { callEndpoint } = await import(${JSON.stringify(module)}); console.log((await callEndpoint(${JSON.stringify(input)})).answer)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env,
    })
    expect(stdout.trim()).toBe('from the receiver')
    expect(proxy.received).toHaveLength(0)
  })
})
