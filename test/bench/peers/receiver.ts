/* A receiver of webhooks over TLS in a process of its own, which answers 200 at once. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '../../shared/webhook/transport/receiver.ts'

/** Starts one with this certificate, whose host is in its URL. */
export const startReceiver = async (
  certificate: Certificate,
  host: string,
): Promise<{ url: string } & Disposable> => {
  const child = fork(new URL(import.meta.url), ['receive'])
  child.send(certificate)
  const [port] = await once(child, 'message')
  return { url: `https://${host}:${port}/hook`, [Symbol.dispose]: () => void child.kill() }
}

const receive = async (): Promise<void> => {
  const [certificate] = (await once(process, 'message')) as [Certificate]
  const server = createServer(certificate, (request, response) => {
    request.resume().on('end', () => response.end())
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  process.on('disconnect', () => process.exit())
  process.send?.((server.address() as AddressInfo).port)
}

if (import.meta.main && process.argv[2] === 'receive') await receive()
