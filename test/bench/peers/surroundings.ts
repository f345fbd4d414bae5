import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import type { Entry } from '../../../infra/constructs/entries.ts'
import { createFirstDataKey } from '../../../shared/table/data-key-rotation.ts'
import { type Certificate, openAuthority } from '../../shared/webhook/transport/receiver.ts'
import { startTable, stopTable } from '../../support/table.ts'
import { type MeasuredFunction, openStage, type StageFunctions } from '../stage.ts'
import { openUnchanged } from '../unchanged.ts'

/** What a container finds around it: the engine over TLS, as DynamoDB is, the secrets, and an authority whose certificates it trusts. */
export interface Surroundings extends AsyncDisposable {
  /** For bundles; it goes with the rest. */
  readonly folder: string
  readonly functions: StageFunctions
  /** Those of the commit that `--against` names. */
  readonly unchanged: StageFunctions | undefined
  /** A function's environment in Lambda, with what is here in place of AWS, and nothing else of this machine's. */
  environmentFor(measured: MeasuredFunction): Record<string, string>
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

/**
 * Starts them. This process finds engine and secrets by its own environment.
 * @param entry what this process stores, this function reads: both have the same variables
 */
export const openSurroundings = async (entry: Entry): Promise<Surroundings> => {
  await using cleanup = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'verification-bench-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  cleanup.defer(stopTable)
  await startTable()
  const { TABLE_NAME, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
  const secrets = cleanup.adopt(await startSecrets(), ({ stop }) => stop())
  const plain = process.env.AWS_ENDPOINT_URL_DYNAMODB!
  const authority = await openAuthority()
  const certificate = await authority.issue('localhost')
  const tls = cleanup.adopt(await startTls(certificate, Number(new URL(plain).port)), ({ stop }) => stop())
  const trusted = join(folder, 'authority.pem')
  writeFileSync(trusted, authority.cert)
  const functions = await openStage(join(folder, 'stage'))
  const unchanged = openUnchanged(cleanup)
  const here = {
    TABLE_NAME: TABLE_NAME!,
    AWS_REGION: AWS_REGION!,
    AWS_ACCESS_KEY_ID: AWS_ACCESS_KEY_ID!,
    AWS_SECRET_ACCESS_KEY: AWS_SECRET_ACCESS_KEY!,
    // Whatever service else is called, it is called on this machine.
    AWS_ENDPOINT_URL: secrets.url,
    NODE_EXTRA_CA_CERTS: trusted,
    NODE_ENV: 'production',
  }
  Object.assign(process.env, { ...functions.get(entry).templateVariables, ...here })
  // Ours seals, as a stage does.
  await createFirstDataKey(Date.now())
  const running = cleanup.move()
  return {
    folder,
    functions,
    unchanged,
    environmentFor: ({ runtimeVariables, templateVariables }) => ({
      ...runtimeVariables,
      ...templateVariables,
      ...here,
      AWS_ENDPOINT_URL_DYNAMODB: tls.url,
    }),
    authority: authority.cert,
    issue: host => authority.issue(host),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
