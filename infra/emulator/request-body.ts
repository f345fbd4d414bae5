/** Reads request bodies into memory, up to a limit. */
import type { IncomingMessage } from 'node:http'

/** The whole body, or undefined once it is longer than allowed (the rest is read and dropped). */
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
