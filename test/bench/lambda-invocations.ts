import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import type { ContainerMessage, InvocationMessage } from '../../infra/region/lambda/container-runtime.ts'

/** One run of a function in the laptop's region. */
export interface Invocation {
  readonly functionName: string
  readonly memoryMb: number
  /** From the handler's call to its answer; the container's start is not in it. */
  readonly durationMs: number
}

export interface Watch extends Disposable {
  readonly invocations: readonly Invocation[]
}

/** Follows every container from outside: the messages between the region and its worker threads. */
export const watchInvocations = (): Watch => {
  const invocations: Invocation[] = []
  const watch = (message: unknown) => {
    const { worker } = message as { worker: Worker }
    const post = worker.postMessage.bind(worker)
    let current: InvocationMessage | undefined
    let startedAt = 0
    worker.postMessage = (value, transfer?: readonly never[]) => {
      current = value as InvocationMessage
      post(value, transfer as never[])
    }
    worker.on('message', ({ kind }: ContainerMessage) => {
      if (kind === 'started') startedAt = performance.now()
      else if (current)
        invocations.push({
          functionName: current.functionName,
          memoryMb: Number(current.memoryMegabytes),
          durationMs: performance.now() - startedAt,
        })
    })
  }
  subscribe('worker_threads', watch)
  return { invocations, [Symbol.dispose]: () => void unsubscribe('worker_threads', watch) }
}
