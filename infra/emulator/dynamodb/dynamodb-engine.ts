/** Runs dynoxide, a DynamoDB engine on SQLite, as a child process that cannot outlive this one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createTransport, type HttpResponse } from '../../../shared/aws/transport.ts'
import { type JsonObject, object, parse, text } from '../json.ts'
import type { Answer } from '../service-call.ts'
import { dynamoDbLocalCommands } from './dynamodb-local.ts'

/**
 * The shell kills the engine when the pipe from this process closes, which the kernel does however the process
 * dies. A background job's stdin is /dev/null, hence descriptor 3. Ignoring XFSZ makes a file size limit an
 * error of the engine instead of its end.
 */
const watchdog =
  'trap "" XFSZ; exec 3<&0; "$@" <&- & engine=$!; ' +
  '(cat <&3 >/dev/null; kill -9 $engine 2>/dev/null; [ -n "$SCRATCH" ] && rm -rf "$SCRATCH") & wait $engine'

/** What systems hand out begins at 32768 (Linux), so that chance takes few of these; an engine whose port is taken says so. */
const anyPort = (): number => randomInt(26_000, 32_000)

/**
 * Without a `databaseFile` the tables are in a temporary folder: in memory, nobody could reach the stream
 * records.
 */
export const startDynamoDbEngine = async (
  databaseFile: string | undefined,
  onBreakdown: (reason: string) => void = () => {},
  choosePort: () => number = anyPort,
) => {
  const given = process.env.DYNAMODB_ENDPOINT
  if (given !== undefined) return { endpoint: given, databaseFile: undefined, stop: async () => {} }
  const { child, ...engine } = await launch(requireBinary(), databaseFile, choosePort)
  const tell = (code: number | null): void => onBreakdown(`The table's engine ended (${exitOf(code)})`)
  child.once('exit', tell)
  const stop = async (): Promise<void> => {
    child.off('exit', tell)
    await end(child)
    // The shell removes it too, unless a signal to the group ended the shell.
    if (databaseFile === undefined)
      rmSync(dirname(engine.databaseFile), { recursive: true, force: true, maxRetries: 3 })
  }
  return { ...engine, stop }
}

const launch = async (binary: string, databaseFile: string | undefined, choosePort: () => number) => {
  const port = choosePort()
  const scratch = databaseFile === undefined ? mkdtempSync(join(tmpdir(), 'dynoxide-')) : ''
  const file = databaseFile ?? join(scratch, 'tables.db')
  const engine = [binary, '--port', String(port), '--db-path', file]
  const child = spawn('/bin/sh', ['-c', watchdog, 'dynoxide', ...engine], {
    env: { ...process.env, SCRATCH: scratch },
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl-C reaches the whole process group, but the engine is needed until work in progress has ended.
    detached: true,
  })
  const complaint = await untilReady(child, port)
  if (complaint === undefined) return { child, endpoint: `http://127.0.0.1:${port}`, databaseFile: file }
  if (isTaken.test(complaint)) return launch(binary, databaseFile, choosePort)
  throw new Error(`The DynamoDB engine did not start: ${complaint.trim()}`)
}

/** A shell returns 128 plus the signal's number. */
const exitOf = (code: number | null): string =>
  code !== null && code <= 128 ? `exit code ${code}` : `signal ${(code ?? 137) - 128}`

const platform = `${process.platform}-${process.arch}`

const findBinary = (): string | undefined => {
  const bundled = join(import.meta.dirname, `../../../node_modules/@dynoxide/${platform}/dynoxide`)
  const onPath = (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, 'dynoxide'))
  return [bundled, ...onPath].find(file => existsSync(file))
}

/** @throws Error that says how to come by one */
const requireBinary = (): string => {
  const binary = findBinary()
  if (binary === undefined) throw new Error(missingEngine())
  return binary
}

/** Fails early where there will be none. @throws Error that says how to come by one */
export const requireDynamoDbEngine = (): void => {
  if (process.env.DYNAMODB_ENDPOINT === undefined) requireBinary()
}

const missingEngine = (): string =>
  [
    `There is no database engine for ${platform} here: npm ci left no @dynoxide/${platform}. Put a dynoxide binary on`,
    "the PATH, or start on Amazon's DynamoDB Local, by Java 17 or later and Maven:",
    ...dynamoDbLocalCommands.map(command => `  ${command}`),
  ].join('\n')

const isTaken = /already in use/

/**
 * Until the engine says that it listens: an answer at its port may be that of another one, which had it first. Answers what
 * it said instead when it has ended.
 */
const untilReady = (child: ChildProcess, port: number): Promise<string | undefined> =>
  new Promise(resolve => {
    let said = ''
    const tooLate = setTimeout(() => void end(child), 60_000)
    const settle = (complaint: string | undefined): void => {
      clearTimeout(tooLate)
      resolve(complaint)
    }
    child.stderr?.on('data', chunk => {
      said = `${said}${chunk}`.slice(-2000)
      if (said.includes(`listening on http://127.0.0.1:${port}\n`)) settle(undefined)
    })
    child.once('error', error => settle(error.message))
    child.once('close', () => settle(said))
  })

const end = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.stdin?.end()
  })

/** A busy machine may need longer than the service may wait. */
const patient = createTransport('token', { connectMs: 60_000, answerMs: 60_000 })

export type EngineConnection = ReturnType<typeof connectEngine>

/** SQLite's words for a disk that is full or broken, or for a changed file. */
const storageFailure = /\b(disk|full|malformed|readonly|read-only|not a database)\b/i

export const connectEngine = (endpoint: string, onBreakdown: (reason: string) => void = () => {}) => {
  const { protocol, hostname, port } = new URL(endpoint)
  const address = { protocol, hostname, port, path: '/', method: 'POST' }
  const send = async (target: string, body: Buffer): Promise<Answer> => {
    const length = { 'content-length': `${body.length}` }
    const { response } = await patient.handle({
      ...address,
      headers: { ...headers(target), ...length },
      body,
    })
    const answer = { status: response.statusCode, headers: relevant(response.headers), body: response.body }
    const message = answer.status >= 500 ? messageOf(answer.body) : ''
    if (storageFailure.test(message)) onBreakdown(`The table's engine cannot keep anything: ${message}`)
    return answer
  }
  return {
    send,
    call: async (target: string, body: JsonObject): Promise<JsonObject> => {
      const answer = await send(target, Buffer.from(JSON.stringify(body)))
      if (answer.status === 200) return object(parse(answer.body.toString() || '{}'))
      throw new Error(`${target}: ${messageOf(answer.body) || answer.status}`)
    },
  }
}

const messageOf = (body: Buffer): string => {
  try {
    const given = object(parse(body.toString()))
    return text(given.message) ?? text(given.Message) ?? text(given.__type) ?? ''
  } catch {
    return ''
  }
}

const headers = (target: string): Record<string, string> => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': target,
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, Signature=local',
})

const relevant = (given: HttpResponse['headers']): Record<string, string> => {
  const names = ['content-type', 'x-amz-crc32', 'x-amzn-requestid']
  return Object.fromEntries(names.flatMap(name => (given[name] ? [[name, `${given[name]}`]] : [])))
}
