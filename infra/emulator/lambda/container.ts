import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
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

export type Container = ReturnType<typeof startContainer>

/** Lambda allows ten seconds; a busy machine may need more. */
const initialisationTimeoutMilliseconds = 60_000

export const startContainer = (options: ContainerOptions) => {
  const worker = startWorker(options)
  let isUsable = true
  let firstError: FunctionError | undefined
  let current:
    | { resolve(result: InvocationResult): void; onTimeout(): void; timer: NodeJS.Timeout }
    | undefined
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
    clearTimeout(invocation?.timer)
    invocation?.resolve(result)
  }
  /** The function's timeout counts from the call of its handler. */
  const startClock = (): void => {
    if (current === undefined) return
    clearTimeout(current.timer)
    current.timer = setTimeout(current.onTimeout, options.timeoutSeconds * 1000)
  }
  worker.on('message', (message: ContainerMessage) => {
    if (message.kind === 'started') {
      hasStarted()
      startClock()
    }
    if (message.kind === 'result') settle({ ok: true, payload: message.payload })
    if (message.kind === 'error') settle({ ok: false, error: message.error })
    if (message.kind === 'crash') fail(message.error)
  })
  worker.on('error', error => fail({ errorType: error.name, errorMessage: error.message }))
  worker.on('exit', () => fail(unexpectedExit))

  return {
    started,
    /** False after a timeout, a crash or an unhandled error: Lambda starts a new container then. */
    isUsable: () => isUsable,
    stop: async () => {
      isUsable = false
      await worker.terminate()
    },
    invoke: (payload: string): Promise<InvocationResult> =>
      new Promise(resolve => {
        if (firstError !== undefined) return resolve({ ok: false, error: firstError })
        const requestId = randomUUID()
        const onTimeout = () => fail(timeoutError(requestId, options))
        current = { resolve, onTimeout, timer: setTimeout(onTimeout, initialisationTimeoutMilliseconds) }
        worker.postMessage({
          payload,
          requestId,
          functionName: options.functionName,
          invokedFunctionArn: options.functionArn,
          memoryMegabytes: String(options.memoryMegabytes),
          timeoutMilliseconds: options.timeoutSeconds * 1000,
        } satisfies InvocationMessage)
      }),
  }
}

const unexpectedExit = { errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited unexpectedly' }

/** V8's default makes a container a quarter larger and saves no work here. */
const maxYoungGenerationSizeMb = 4

const startWorker = (options: ContainerOptions): Worker => {
  const { folder, handler, environment, compileCacheFolder, memoryMegabytes, writeLine } = options
  const worker = new Worker(new URL('./container-runtime.ts', import.meta.url), {
    env: { ...environment, NODE_COMPILE_CACHE: compileCacheFolder },
    workerData: { folder, handler } satisfies ContainerData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb },
    stdout: true,
    stderr: true,
  })
  for (const input of [worker.stdout, worker.stderr]) createInterface({ input }).on('line', writeLine)
  return worker
}

const timeoutError = (requestId: string, { timeoutSeconds, writeLine }: ContainerOptions): FunctionError => {
  const message = `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`
  writeLine(`${new Date().toISOString()} ${requestId} ${message}`)
  return { errorType: 'Sandbox.Timedout', errorMessage: `RequestId: ${requestId} Error: ${message}` }
}
