/**
 * The containers of one function: started on demand up to a cap, reused while warm. Lambda starts another one at once
 * where all are at work; here an event waits first for as long as that takes, because most are done sooner.
 */
import { type Container, type ContainerOptions, type InvocationResult, startContainer } from './container.ts'
import { openInvocationQueue } from './invocation-queue.ts'
import type { WarmContainers } from './warm-containers.ts'

export interface ContainerPool {
  /** Waits for a free container if all are busy. Never rejects. */
  invoke(payload: string): Promise<InvocationResult>
  /** Runs the code of this folder from the next event on; what is under way ends with the old one. */
  replaceCode(folder: string): void
  stop(): Promise<void>
}

/** How long the start of a container takes, until one has started. */
const usualStartMilliseconds = 200

/** Callers such as a workflow must not take the end of the region for a failure of the function. */
export const stoppedErrorType = 'Region.Stopped'

const stoppedResult: InvocationResult = {
  ok: false,
  error: { errorType: stoppedErrorType, errorMessage: 'The region has stopped' },
}

export const openContainerPool = (
  cap: number,
  warm: WarmContainers,
  options: ContainerOptions,
): ContainerPool => {
  const idle: Container[] = []
  const all = new Set<Container>()
  const outdated = new Set<Container>()
  let { folder } = options
  let isStopped = false
  let isStarting = false
  let startMilliseconds = usualStartMilliseconds

  const open = (): Container => {
    const container = startContainer({ ...options, folder })
    all.add(container)
    const begin = performance.now()
    isStarting = true
    void container.started.then(() => {
      isStarting = false
      startMilliseconds = performance.now() - begin
    })
    return container
  }
  const discard = (container: Container): void => {
    all.delete(container)
    outdated.delete(container)
    void container.stop()
  }
  const takeIdle = (): Container | undefined => {
    for (let container = idle.pop(); container !== undefined; container = idle.pop()) {
      if (warm.take(container) && container.isUsable() && !outdated.has(container)) return container
      discard(container)
    }
    return undefined
  }
  const line = openInvocationQueue({
    milliseconds: () => startMilliseconds,
    // One that starts may be free first; at the cap one that is at work will be.
    another: () => (isStarting || all.size >= cap ? undefined : open()),
  })
  const putAside = (container: Container): void => {
    idle.push(container)
    warm.keep(container, () => {
      idle.splice(idle.indexOf(container), 1)
      discard(container)
    })
  }
  const release = (container: Container): void => {
    const isReusable = container.isUsable() && !isStopped && !outdated.has(container)
    if (!isReusable) discard(container)
    const isTaken = line.handOver(() => (isReusable ? container : open()))
    if (!isTaken && isReusable) putAside(container)
  }
  return {
    invoke: async payload => {
      if (isStopped) return stoppedResult
      const container = takeIdle() ?? (all.size === 0 ? open() : await line.join())
      if (container === undefined) return stoppedResult
      const result = await container.invoke(payload)
      release(container)
      return isStopped ? stoppedResult : result
    },
    replaceCode: given => {
      folder = given
      for (const container of all) outdated.add(container)
    },
    stop: async () => {
      isStopped = true
      line.dismiss()
      await Promise.all([...all].map(container => container.stop()))
    },
  }
}
