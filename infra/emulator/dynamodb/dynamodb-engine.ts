/** Runs dynoxide, a DynamoDB engine on SQLite, as a child process that cannot outlive this one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

export interface DynamoDbEngine {
  readonly endpoint: string
  /** Where it keeps its tables; undefined for an engine that somebody else started. */
  readonly databaseFile: string | undefined
  stop(): Promise<void>
}

/**
 * The shell reads the pipe from this process and ends the engine when it closes, which the kernel
 * does however this process dies. A background job's own stdin is /dev/null, hence descriptor 3.
 * A file that may not grow is an error that the engine answers, not a signal that ends it. The folder in SCRATCH, if
 * there is one, goes with the engine.
 */
const watchdog =
  'trap "" XFSZ; exec 3<&0; "$@" <&- & engine=$!; ' +
  '(cat <&3 >/dev/null; kill -9 $engine 2>/dev/null; [ -n "$SCRATCH" ] && rm -rf "$SCRATCH") & wait $engine'

/**
 * Starts the engine on a free port. Without a `databaseFile` it keeps its tables in a folder that ends with it: in
 * memory, nobody could reach what it keeps of streams (`stream-records.ts`). `onBreakdown` hears that it ended by itself.
 */
export const startDynamoDbEngine = async (
  databaseFile: string | undefined,
  onBreakdown: (reason: string) => void = () => {},
): Promise<DynamoDbEngine> => {
  const given = process.env.DYNAMODB_ENDPOINT
  const binary = findBinary()
  if (binary === undefined && given !== undefined)
    return { endpoint: given, databaseFile: undefined, stop: async () => {} }
  if (binary === undefined) throw new Error(missingEngine())
  const port = await freePort()
  const scratch = databaseFile === undefined ? mkdtempSync(join(tmpdir(), 'dynoxide-')) : ''
  const file = databaseFile ?? join(scratch, 'tables.db')
  const engine = [binary, '--port', String(port), '--db-path', file]
  const child = spawn('/bin/sh', ['-c', watchdog, 'dynoxide', ...engine], {
    env: { ...process.env, SCRATCH: scratch },
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl-C in a terminal reaches the whole group: the engine is needed until what is under way has ended.
    detached: true,
  })
  const endpoint = `http://127.0.0.1:${port}`
  await untilReady(child, endpoint)
  const tell = (code: number | null): void => onBreakdown(`The table's engine ended (${exitOf(code)})`)
  child.once('exit', tell)
  const stop = async (): Promise<void> => {
    child.off('exit', tell)
    await end(child)
    // The shell does it, too, unless it was ended by whoever ends this process, as a signal to all of its group does.
    if (scratch !== '') rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
  return { endpoint, databaseFile: file, stop }
}

/** A shell answers 128 and the signal's number for what a signal ended. */
const exitOf = (code: number | null): string =>
  code !== null && code <= 128 ? `exit code ${code}` : `signal ${(code ?? 137) - 128}`

const findBinary = (): string | undefined => {
  const bundled = join(
    import.meta.dirname,
    `../../../node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`,
  )
  const onPath = (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, 'dynoxide'))
  return [bundled, ...onPath].find(file => existsSync(file))
}

const missingEngine = (): string =>
  `No DynamoDB engine for ${process.platform}-${process.arch}. Do one of these: npm install ` +
  `@dynoxide/${process.platform}-${process.arch}, put a dynoxide binary on the PATH, or set DYNAMODB_ENDPOINT ` +
  'to a running DynamoDB-compatible endpoint.'

const untilReady = async (child: ChildProcess, endpoint: string): Promise<void> => {
  let complaint = ''
  child.stderr?.on('data', chunk => {
    complaint = `${complaint}${chunk}`.slice(-2000)
  })
  const giveUpAt = Date.now() + 15_000
  while (Date.now() < giveUpAt && child.exitCode === null) {
    const isUp = await fetch(endpoint).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await sleep(15)
  }
  await end(child)
  throw new Error(`The DynamoDB engine did not start: ${complaint.trim()}`)
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.stdin?.end()
  })
