import { createServer, request } from 'node:http'
import { startTable } from './table.ts'

/** A call of the table's API. */
export interface TableCall {
  readonly action: string
  readonly body: string
}

export interface RecordedTable extends AsyncDisposable {
  readonly calls: TableCall[]
  /** Lets the next write happen and cuts the connection before its answer. */
  loseNextAnswer(): void
}

/** A table of the schema on the real engine, and every call that this process makes of it. */
export const startRecordedTable = async (): Promise<RecordedTable> => {
  const engine = await startTable()
  const calls: TableCall[] = []
  let isLosing = false
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    calls.push({
      action: String(incoming.headers['x-amz-target']).split('.').at(-1)!,
      body: body.toString(),
    })
    const isLost = isLosing && /Item/.test(calls.at(-1)!.action)
    if (isLost) isLosing = false
    request(engine, { method: 'POST', headers: incoming.headers }, answer => {
      if (isLost) {
        answer.resume().on('end', () => incoming.socket.destroy())
        return
      }
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${port}`
  return {
    calls,
    loseNextAnswer: () => {
      isLosing = true
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
