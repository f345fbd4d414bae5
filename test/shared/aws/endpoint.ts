import { createServer, type IncomingMessage } from 'node:http'

/** One call of an AWS API, as the SDK made it: its operation, or method and path where it has none. */
export interface AwsCall {
  readonly action: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  readonly body: any
}

/** What the API answers: a body, or an error by its name, with 400 unless another status is given; `hang-up` answers nothing. */
export type Answering = (call: AwsCall) => object | { readonly error: string; readonly status?: number }

export interface AwsEndpoint extends AsyncDisposable {
  readonly url: string
  readonly calls: readonly AwsCall[]
  /** From now on. */
  answer(answering: Answering): void
}

const read = async (request: IncomingMessage): Promise<AwsCall> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const target = request.headers['x-amz-target']
  const action = target ? String(target).split('.').at(-1)! : `${request.method} ${request.url}`
  return { action, body: JSON.parse(Buffer.concat(chunks).toString()) }
}

/** AWS's JSON protocol on this machine, where the SDK of this process sends all that it sends. */
export const openAwsEndpoint = async (): Promise<AwsEndpoint> => {
  const calls: AwsCall[] = []
  let answering: Answering = () => ({})
  const server = createServer(async (request, response) => {
    const call = await read(request)
    calls.push(call)
    const answer = answering(call)
    if ('error' in answer && answer.error === 'hang-up') return void request.destroy()
    const body = 'error' in answer ? { __type: answer.error, message: 'quotes 08031234567' } : answer
    const status = 'error' in answer ? ((answer as { status?: number }).status ?? 400) : 200
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  })
  return {
    url,
    calls,
    answer: given => {
      answering = given
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
