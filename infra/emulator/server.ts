import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'

/** Resolves with the port. Rejects with a plain sentence if it is taken. */
export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; set PORT to a free one`) : error,
      ),
    )
    server.listen({ port, host, backlog: 1024 }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

export const close = (server: Server): Promise<void> => {
  server.closeAllConnections()
  return new Promise(resolve => void server.close(() => resolve()))
}

/** `localhost` is two addresses and a client may try either. A machine without IPv6 has one. */
export const listenOnLocalhost = async (
  handler: RequestListener,
  port: number,
): Promise<{ port: number; servers: Server[] }> => {
  const create = () => createServer({ keepAliveTimeout: 60_000 }, handler)
  const first = create()
  const chosen = await listen(first, port, '127.0.0.1')
  const second = create()
  const hasSecond = await listen(second, chosen, '::1').then(
    () => true,
    () => false,
  )
  return { port: chosen, servers: hasSecond ? [first, second] : [first] }
}

export const readBody = (message: IncomingMessage, maximumBytes: number): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    message.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maximumBytes) chunks.push(chunk)
    })
    message.on('end', () => resolve(length > maximumBytes ? undefined : Buffer.concat(chunks)))
    message.on('error', reject)
  })
