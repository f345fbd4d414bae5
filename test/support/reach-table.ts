import { createServer, request } from 'node:http'
import type { Emulator } from '../../infra/emulator/emulator.ts'
import { forgetSecret } from '../../shared/aws/secret.ts'
import { clearDataKeyCache } from '../../shared/table/data-key-store.ts'
import { listen } from './listen.ts'

let reached: Emulator['environment']

/** Clients are kept as in Lambda, so that all files of a worker have one address, behind which the emulator changes. */
const openDoor = async (): Promise<string> => {
  const server = createServer((incoming, response) => {
    const asked = new URL(incoming.url!, reached.AWS_ENDPOINT_URL)
    const outgoing = request(asked, { method: incoming.method!, headers: incoming.headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => incoming.socket.destroy())
    incoming.pipe(outgoing)
  })
  return listen(server.unref())
}

let door: Promise<string> | undefined

/** Has the stores of this process work on an emulator's table, as its functions do, with what they need to open what is sealed. */
export const reachTable = async ({ environment, outputs }: Emulator): Promise<void> => {
  reached = environment
  door ??= openDoor()
  const TABLE_NAME = outputs.TableName!
  const DATA_KEY_SECRET = TABLE_NAME.replace(/data$/, 'wrapping-key')
  Object.assign(process.env, environment, { AWS_ENDPOINT_URL: await door, TABLE_NAME, DATA_KEY_SECRET })
  forgetSecret()
  clearDataKeyCache()
}
