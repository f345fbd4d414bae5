/**
 * The containers of one function: started on demand up to a cap, reused while warm. Lambda starts another one at once
 * where all are at work; here an event waits first for as long as that takes, because most are done sooner.
 */
import { type Container, type ContainerOptions, type InvocationResult, startContainer } from './container.ts'
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

type Turn = (container: Container | undefined) => void

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
  const waiting: Turn[] = []
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
  const startFor = (turn: Turn): void => {
    if (isStopped || !waiting.includes(turn)) return
    // One that starts may be free for it first; at the cap one that is at work will be.
    if (isStarting || all.size >= cap) startLater(turn)
    else {
      waiting.splice(waiting.indexOf(turn), 1)
      turn(open())
    }
  }
  const startLater = (turn: Turn): void => void setTimeout(startFor, startMilliseconds, turn)
  const waitForTurn = (): Promise<Container | undefined> =>
    new Promise(resolve => {
      waiting.push(resolve)
      startLater(resolve)
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
    const next = waiting.shift()
    if (next !== undefined) next(isReusable ? container : open())
    else if (isReusable) putAside(container)
  }
  return {
    invoke: async payload => {
      if (isStopped) return stoppedResult
      const container = takeIdle() ?? (all.size === 0 ? open() : await waitForTurn())
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
      for (const next of waiting.splice(0)) next(undefined)
      await Promise.all([...all].map(container => container.stop()))
    },
  }
}
