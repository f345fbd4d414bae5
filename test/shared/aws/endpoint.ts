import { hash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../../support/listen.ts'

/** One call of an AWS API, as the SDK made it: its operation, or method and path where it has none. */
export interface AwsCall {
  readonly action: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  readonly body: any
}

/** What the API answers: a body, or an error by its name, with 400 unless another status is given; `hang-up` answers nothing. */
export type Answering = (call: AwsCall) => object | { readonly error: string; readonly status?: number }

export interface AwsEndpoint {
  readonly url: string
  readonly calls: readonly AwsCall[]
  answer(answering: Answering): void
}

const read = async (request: IncomingMessage): Promise<AwsCall> => {
  const target = request.headers['x-amz-target']
  const action = target ? String(target).split('.').at(-1)! : `${request.method} ${request.url}`
  return { action, body: JSON.parse(await text(request)) }
}

/** Of the file that runs: its calls, and its answers to them. */
let current: { readonly calls: AwsCall[]; answering: Answering } = { calls: [], answering: () => ({}) }

const open = async (): Promise<string> => {
  const server = createServer(async (request, response) => {
    const call = await read(request)
    current.calls.push(call)
    const answer = current.answering(call)
    if ('error' in answer && answer.error === 'hang-up') return void request.socket.destroy()
    const body =
      'error' in answer ? { message: 'quotes 08031234567', ...answer, __type: answer.error } : answer
    const status = 'error' in answer ? ((answer as { status?: number }).status ?? 400) : 200
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify(body))
  })
  return listen(server.unref())
}

let listening: Promise<string> | undefined

/**
 * AWS's JSON protocol on this machine, where the SDK of this process sends all that it sends. Clients are kept, so that
 * all files of a worker have one address.
 */
export const openAwsEndpoint = async (): Promise<AwsEndpoint> => {
  listening ??= open()
  const url = await listening
  const mine = { calls: [] as AwsCall[], answering: (() => ({})) as Answering }
  current = mine
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  })
  return {
    url,
    calls: mine.calls,
    answer: given => {
      mine.answering = given
    },
  }
}

export interface MessageEntry {
  readonly Id: string
  readonly MessageBody: string
}

/** What SQS answers to a batch of which these messages are not stored. */
export const storedMessages = (
  entries: readonly MessageEntry[],
  refused: (body: string) => boolean = () => false,
) => ({
  Successful: entries
    .filter(({ MessageBody }) => !refused(MessageBody))
    .map(({ Id, MessageBody }) => ({ Id, MessageId: Id, MD5OfMessageBody: hash('md5', MessageBody) })),
  Failed: entries
    .filter(({ MessageBody }) => refused(MessageBody))
    .map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })),
})
