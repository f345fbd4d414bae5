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
  readonly functionName: string
  readonly functionArn: string
  readonly memoryMegabytes: number
  readonly timeoutSeconds: number
  readonly environment: Record<string, string>
  /** Compile cache shared by containers: it saves a third of a start. */
  readonly compileCacheFolder: string
  writeLine(line: string): void
}

export interface Container {
  /** Resolves when the handler is first called, or the start has failed. */
  readonly started: Promise<void>
  invoke(payload: string): Promise<InvocationResult>
  /** False after a timeout, a crash or an unhandled error: Lambda starts a new container then. */
  isUsable(): boolean
  stop(): Promise<void>
}

/** Lambda allows ten seconds; a busy machine may need more. */
const initialisationTimeoutMilliseconds = 60_000

export const startContainer = (options: ContainerOptions): Container => {
  const worker = startWorker(options)
  let isUsable = true
  let firstError: FunctionError | undefined
  let current: Invocation | undefined
  const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>()

  const fail = (error: FunctionError): void => {
    isUsable = false
    firstError ??= error
    settle({ ok: false, error })
    hasStarted()
    void worker.terminate()
  }
  const settle = (result: InvocationResult): void => {
    const invocation = current
    current = undefined
    invocation?.settle(result)
  }
  worker.on('message', (message: ContainerMessage) => {
    if (message.kind === 'started') {
      hasStarted()
      current?.startClock()
    }
    if (message.kind === 'result') settle({ ok: true, payload: message.payload })
    if (message.kind === 'error') settle({ ok: false, error: message.error })
    if (message.kind === 'crash') fail(message.error)
  })
  worker.on('error', error => fail({ errorType: error.name, errorMessage: error.message }))
  worker.on('exit', () => fail(unexpectedExit))

  return {
    started,
    isUsable: () => isUsable,
    stop: async () => {
      isUsable = false
      await worker.terminate()
    },
    invoke: payload =>
      new Promise(resolve => {
        if (firstError !== undefined) return resolve({ ok: false, error: firstError })
        const requestId = randomUUID()
        current = timedInvocation(options, resolve, () => fail(timeoutError(requestId, options)))
        worker.postMessage(invocationMessage(payload, requestId, options))
      }),
  }
}

const unexpectedExit = { errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited unexpectedly' }

/** V8's default makes a container a quarter larger and saves no work here. */
const maxYoungGenerationSizeMb = 4

const startWorker = ({
  folder,
  handler,
  environment,
  compileCacheFolder,
  memoryMegabytes,
  writeLine,
}: ContainerOptions): Worker => {
  const worker = new Worker(new URL('./container-runtime.ts', import.meta.url), {
    env: { ...environment, NODE_COMPILE_CACHE: compileCacheFolder },
    workerData: { folder, handler } satisfies ContainerData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb },
    stdout: true,
    stderr: true,
  })
  forwardLines(worker.stdout, writeLine)
  forwardLines(worker.stderr, writeLine)
  return worker
}

interface Invocation {
  /** The function's timeout counts from the call of its handler. */
  startClock(): void
  settle(result: InvocationResult): void
}

const timedInvocation = (
  { timeoutSeconds }: ContainerOptions,
  resolve: (result: InvocationResult) => void,
  onTimeout: () => void,
): Invocation => {
  let timer = setTimeout(onTimeout, initialisationTimeoutMilliseconds)
  return {
    startClock: () => {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, timeoutSeconds * 1000)
    },
    settle: result => {
      clearTimeout(timer)
      resolve(result)
    },
  }
}

const invocationMessage = (
  payload: string,
  requestId: string,
  options: ContainerOptions,
): InvocationMessage => ({
  payload,
  requestId,
  functionName: options.functionName,
  invokedFunctionArn: options.functionArn,
  memoryMegabytes: String(options.memoryMegabytes),
  timeoutMilliseconds: options.timeoutSeconds * 1000,
})

const timeoutError = (requestId: string, { timeoutSeconds, writeLine }: ContainerOptions): FunctionError => {
  const message = `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`
  writeLine(`${new Date().toISOString()} ${requestId} ${message}`)
  return { errorType: 'Sandbox.Timedout', errorMessage: `RequestId: ${requestId} Error: ${message}` }
}

const forwardLines = (stream: NodeJS.ReadableStream, writeLine: (line: string) => void): void => {
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
