/** One container of a function: a worker thread that answers one event at a time. */
import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type {
  ContainerData,
  ContainerMessage,
  FunctionError,
  InvocationMessage,
} from './container-runtime.ts'

export type InvocationResult = { ok: true; payload: string } | { ok: false; error: FunctionError }

export interface ContainerOptions extends ContainerData {
  functionName: string
  functionArn: string
  memoryMegabytes: number
  timeoutSeconds: number
  environment: Record<string, string>
  writeLine(line: string): void
}

export interface Container {
  invoke(payload: string): Promise<InvocationResult>
  /** False after a timeout, a crash or an unhandled error: Lambda starts afresh then. */
  isUsable(): boolean
  stop(): Promise<void>
}

/** Lambda gives the initialisation ten seconds; a busy laptop may need more. */
const initialisationTimeoutMilliseconds = 60_000

/** Starts the thread; it loads the handler while the first event is already on its way. */
export function startContainer(options: ContainerOptions): Container {
  const { folder, handler } = options
  const worker = new Worker(new URL('./container-runtime.ts', import.meta.url), {
    env: options.environment,
    workerData: { folder, handler } satisfies ContainerData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes },
    stdout: true,
    stderr: true,
  })
  forwardLines(worker.stdout, options.writeLine)
  forwardLines(worker.stderr, options.writeLine)
  let isUsable = true
  let initialisationError: FunctionError | undefined
  let current: { settle(result: InvocationResult): void; started(): void } | undefined

  const fail = (error: FunctionError): void => {
    isUsable = false
    initialisationError ??= error
    current?.settle({ ok: false, error })
    void worker.terminate()
  }
  worker.on('message', (message: ContainerMessage) => {
    if (message.kind === 'started') current?.started()
    if (message.kind === 'result') current?.settle({ ok: true, payload: message.payload })
    if (message.kind === 'crash') fail(message.error)
    if (message.kind === 'error') current?.settle({ ok: false, error: message.error })
  })
  worker.on('error', error => fail({ errorType: error.name, errorMessage: error.message }))
  worker.on('exit', () =>
    fail({ errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited unexpectedly' }),
  )

  return {
    isUsable: () => isUsable,
    stop: async () => {
      isUsable = false
      await worker.terminate()
    },
    invoke: payload =>
      new Promise(resolve => {
        if (!isUsable && initialisationError) return resolve({ ok: false, error: initialisationError })
        const requestId = randomUUID()
        let timer = setTimeout(
          () => fail(timeoutError(requestId, options)),
          initialisationTimeoutMilliseconds,
        )
        current = {
          started: () => {
            clearTimeout(timer)
            timer = setTimeout(() => fail(timeoutError(requestId, options)), options.timeoutSeconds * 1000)
          },
          settle: result => {
            clearTimeout(timer)
            current = undefined
            resolve(result)
          },
        }
        worker.postMessage(invocationMessage(payload, requestId, options))
      }),
  }
}

function invocationMessage(payload: string, requestId: string, options: ContainerOptions): InvocationMessage {
  return {
    payload,
    requestId,
    functionName: options.functionName,
    invokedFunctionArn: options.functionArn,
    memoryMegabytes: String(options.memoryMegabytes),
    timeoutMilliseconds: options.timeoutSeconds * 1000,
  }
}

function timeoutError(requestId: string, { timeoutSeconds, writeLine }: ContainerOptions): FunctionError {
  const message = `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`
  writeLine(`${new Date().toISOString()} ${requestId} ${message}`)
  return { errorType: 'Sandbox.Timedout', errorMessage: `RequestId: ${requestId} Error: ${message}` }
}

function forwardLines(stream: NodeJS.ReadableStream, writeLine: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) writeLine(line)
  })
  stream.on('end', () => {
    if (rest !== '') writeLine(rest)
  })
}
