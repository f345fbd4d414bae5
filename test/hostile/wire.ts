import { Agent, request } from 'node:http'
import type { HostileRequest } from './corpus.ts'

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a request just as it is written: no header is added or made well, no redirect followed. */
export const sendRaw = (url: string, { method, path, headers, body }: HostileRequest): Promise<WireAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const isChunked = headers['transfer-encoding'] !== undefined
    const length = bytes && !isChunked ? { 'content-length': `${bytes.length}` } : {}
    const sent = request({ hostname, port, method, path, headers: { ...length, ...headers }, agent }, got => {
      const chunks: Buffer[] = []
      got.on('data', (chunk: Buffer) => chunks.push(chunk))
      got.on('error', reject)
      got.on('end', () =>
        resolve({
          status: got.statusCode ?? 0,
          headers: got.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.setTimeout(20_000, () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end(bytes)
  })

/** Does this for all, so many at a time. */
export const eachOf = async <Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
) => {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
