/** Keep-alive HTTP to the DynamoDB engine. */
import { Agent, request } from 'node:http'
import { type JsonObject, object, parse, text } from '../json.ts'
import type { Answer } from '../service-call.ts'
import type { CallEngine } from './table.ts'

export interface EngineConnection {
  send(target: string, body: Buffer): Promise<Answer>
  /** Sends and reads JSON; rejects with the engine's error. */
  readonly call: CallEngine
  close(): void
}

/** What SQLite says of a disk that is full or broken, or of a file that is not what it was. */
const storageFailure = /\b(disk|full|malformed|readonly|read-only|not a database)\b/i

/** `onBreakdown` hears that the engine can keep nothing more. */
export const connectEngine = (
  endpoint: string,
  onBreakdown: (reason: string) => void = () => {},
): EngineConnection => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port } = new URL(endpoint)
  const send = (target: string, body: Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request({
        hostname,
        port,
        agent,
        method: 'POST',
        path: '/',
        headers: headers(target, body),
      })
      outgoing.on('error', reject)
      outgoing.on('response', response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer = {
            status: response.statusCode ?? 500,
            headers: relevant(response.headers),
            body: Buffer.concat(chunks),
          }
          const message = answer.status >= 500 ? messageOf(answer.body) : ''
          if (storageFailure.test(message)) onBreakdown(`The table's engine cannot keep anything: ${message}`)
          resolve(answer)
        })
      })
      outgoing.end(body)
    })
  return {
    send,
    call: async (target: string, body: JsonObject) => {
      const answer = await send(target, Buffer.from(JSON.stringify(body)))
      if (answer.status === 200) return object(parse(answer.body.toString() || '{}'))
      throw new Error(`${target}: ${messageOf(answer.body) || answer.status}`)
    },
    close: () => agent.destroy(),
  }
}

/** Empty if the body says nothing, or is not JSON. */
const messageOf = (body: Buffer): string => {
  try {
    const given = object(parse(body.toString()))
    return text(given.message) ?? text(given.Message) ?? text(given.__type) ?? ''
  } catch {
    return ''
  }
}

/** The engine checks that a request is signed, not how. */
const headers = (target: string, body: Buffer): Record<string, string | number> => ({
  'content-type': 'application/x-amz-json-1.0',
  'content-length': body.length,
  'x-amz-target': target,
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, Signature=local',
})

const relevant = (given: NodeJS.Dict<string | string[]>): Record<string, string> => {
  const names = ['content-type', 'x-amz-crc32', 'x-amzn-requestid']
  return Object.fromEntries(
    names.flatMap(name => (given[name] === undefined ? [] : [[name, String(given[name])]])),
  )
}
