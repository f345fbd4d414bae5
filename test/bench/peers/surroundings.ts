import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { createFirstDataKey } from '../../../shared/table/data-key-rotation.ts'
import { type Certificate, openAuthority } from '../../shared/webhook/transport/receiver.ts'
import { startTable, stopTable } from '../../support/table.ts'

/** How the engine is spoken to: over TLS, as DynamoDB is, or without. */
export type Transport = 'tls' | 'plain'

/** What a container finds around it: the engine, the secrets, and an authority whose certificates it trusts. */
export interface Surroundings extends AsyncDisposable {
  /** For bundles; it goes with the rest. */
  readonly folder: string
  /** A function's environment in Lambda, and nothing of this machine's. */
  environmentFor(transport: Transport): Record<string, string>
  /** Its certificate (PEM). */
  readonly authority: string
  issue(host: string): Promise<Certificate>
}

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The one value of all secrets. */
const startSecrets = async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify({ SecretString: 'k'.repeat(64) }))
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close().closeAllConnections() }
}

/** TLS in front of the engine: bytes are passed on as they are, in this process, which no contestant pays for. */
const startTls = async (certificate: Certificate, enginePort: number) => {
  const server = createTlsServer(certificate, socket => {
    const engine = connect({ port: enginePort, host: '127.0.0.1', noDelay: true })
    socket.setNoDelay().pipe(engine).pipe(socket)
    const end = () => {
      socket.destroy()
      engine.destroy()
    }
    for (const each of [socket, engine]) each.on('error', end).on('close', end)
  })
  const port = await listen(server)
  return { url: `https://localhost:${port}`, stop: () => void server.close() }
}

const fromHere = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'TABLE_NAME']

const settings = {
  FILE_TOKEN_SECRET: 'bench',
  PERSONAL_DATA_SECRET: 'bench',
  DATA_KEY_SECRET: 'bench',
  ID_NUMBER_SECRET: 'bench',
  CONSENT_REQUIRED: '[]',
  PRICES: '{"address":0}',
  REQUESTS_PER_MINUTE: '1000000000',
  SOURCE_ADDRESS_KEY: 'bench',
  MEDIA_URL: 'https://media.example.com',
  NODE_ENV: 'production',
  STAGE: 'bench',
  HOME: '/var/task/none',
}

/** Starts them; this process finds engine and secrets by its own environment. */
export const openSurroundings = async (): Promise<Surroundings> => {
  await using cleanup = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'verification-bench-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  cleanup.defer(stopTable)
  await startTable()
  const secrets = cleanup.adopt(await startSecrets(), ({ stop }) => stop())
  const plain = process.env.AWS_ENDPOINT_URL_DYNAMODB!
  const authority = await openAuthority()
  const certificate = await authority.issue('localhost')
  const tls = cleanup.adopt(await startTls(certificate, Number(new URL(plain).port)), ({ stop }) => stop())
  const trusted = join(folder, 'authority.pem')
  writeFileSync(trusted, authority.cert)
  const own = { ...settings, AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url, NODE_EXTRA_CA_CERTS: trusted }
  Object.assign(process.env, { ...own, HOME: process.env.HOME })
  // Ours seals, as a stage does.
  await createFirstDataKey(Date.now())
  const running = cleanup.move()
  return {
    folder,
    environmentFor: transport => ({
      ...Object.fromEntries(fromHere.map(name => [name, process.env[name]!])),
      ...own,
      AWS_ENDPOINT_URL_DYNAMODB: transport === 'tls' ? tls.url : plain,
    }),
    authority: authority.cert,
    issue: host => authority.issue(host),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
