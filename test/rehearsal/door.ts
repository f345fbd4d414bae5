import { Agent, createServer, request } from 'node:http'

/** The API's own address on this machine: in front of an emulator that tells APIs apart by the host they are asked at. */
export interface Door extends AsyncDisposable {
  readonly url: string
}

/** What DNS and TLS do on AWS: a call of the door's address arrives as a call of the API's name. */
export const openDoor = async (endpoint: string, apiId: string): Promise<Door> => {
  const agent = new Agent({ keepAlive: true })
  const host = `${apiId}.execute-api.localhost`
  const server = createServer((incoming, answer) => {
    const { method, url, headers } = incoming
    const onward = request(
      `${endpoint}${url}`,
      { agent, method, headers: { ...headers, host } },
      response => {
        answer.writeHead(response.statusCode!, response.rawHeaders)
        response.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
