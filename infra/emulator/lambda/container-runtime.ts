/** Runs in a worker thread: Lambda's Node.js runtime for one container, one event at a time. */
import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { writeJsonLogs } from './container-console.ts'

export interface ContainerData {
  readonly folder: string
  readonly handler: string
}

export interface InvocationMessage {
  readonly payload: string
  readonly requestId: string
  readonly functionName: string
  readonly invokedFunctionArn: string
  readonly memoryMegabytes: string
  readonly timeoutMilliseconds: number
}

export interface FunctionError {
  readonly errorType: string
  readonly errorMessage: string
  readonly trace?: string[]
}

export type ContainerMessage =
  | { kind: 'started' }
  | { kind: 'result'; payload: string }
  /** The handler threw; the container stays usable. */
  | { kind: 'error'; error: FunctionError }
  /** The handler did not load, or an error was not caught: the container ends. */
  | { kind: 'crash'; error: FunctionError }

type LambdaHandler = (event: unknown, context: unknown) => unknown

const { folder, handler: handlerName } = workerData as ContainerData
// Node has read it, and Lambda does not set it.
delete process.env.NODE_COMPILE_CACHE
const post = (message: ContainerMessage): void => parentPort?.postMessage(message)

let currentRequestId: string | undefined
if (process.env.AWS_LAMBDA_LOG_FORMAT === 'JSON')
  writeJsonLogs(process.env.AWS_LAMBDA_LOG_LEVEL ?? 'INFO', () => currentRequestId)

const describeError = (error: unknown, errorType?: string): FunctionError => {
  if (!(error instanceof Error)) return { errorType: errorType ?? typeof error, errorMessage: String(error) }
  return {
    errorType: errorType ?? error.name,
    errorMessage: error.message,
    trace: (error.stack ?? '').split('\n').map(line => line.trim()),
  }
}

const loadHandler = async (): Promise<LambdaHandler> => {
  const separator = handlerName.lastIndexOf('.')
  const base = join(folder, handlerName.slice(0, separator))
  const file = ['.cjs', '.mjs'].map(extension => `${base}${extension}`).find(existsSync)
  if (file === undefined) throw named('Runtime.ImportModuleError', `Cannot find module '${base}'`)
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown> & { default?: unknown }
  flushCompileCache()
  const name = handlerName.slice(separator + 1)
  const handler = module[name] ?? (module.default as Record<string, unknown> | undefined)?.[name]
  if (typeof handler !== 'function')
    throw named('Runtime.HandlerNotFound', `${handlerName} is undefined or not exported`)
  return handler as LambdaHandler
}

const named = (name: string, message: string): Error => {
  const error = new Error(message)
  error.name = name
  return error
}

const answer = async (handler: LambdaHandler, message: InvocationMessage): Promise<void> => {
  currentRequestId = message.requestId
  post({ kind: 'started' })
  try {
    const result = await handler(JSON.parse(message.payload), invocationContext(message))
    post({ kind: 'result', payload: JSON.stringify(result) ?? 'null' })
  } catch (error) {
    console.error(error)
    post({ kind: 'error', error: describeError(error) })
  }
}

const invocationContext = (message: InvocationMessage): unknown => {
  const endsAt = performance.now() + message.timeoutMilliseconds
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionVersion: '$LATEST',
    functionName: message.functionName,
    memoryLimitInMB: message.memoryMegabytes,
    logGroupName: `/aws/lambda/${message.functionName}`,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    invokedFunctionArn: message.invokedFunctionArn,
    awsRequestId: message.requestId,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())),
  }
}

// Lambda ends the container on either of these; so does the parent.
process.on('unhandledRejection', reason =>
  post({ kind: 'crash', error: describeError(reason, 'Runtime.UnhandledPromiseRejection') }),
)
process.on('uncaughtException', error => post({ kind: 'crash', error: describeError(error) }))

loadHandler().then(
  handler => parentPort?.on('message', (message: InvocationMessage) => void answer(handler, message)),
  error => post({ kind: 'crash', error: describeError(error) }),
)
