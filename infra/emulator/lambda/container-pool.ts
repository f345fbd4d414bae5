/**
 * Containers of one function, started on demand up to a cap and reused. Lambda starts another at once where all
 * are busy; here an event first waits as long as a start takes, because most end sooner.
 */
import { type Container, type ContainerOptions, type InvocationResult, startContainer } from './container.ts'

/** An event that waits for a container; `undefined`: there will be none. */
type Waiting = (container: Container | undefined) => void

export type ContainerPool = ReturnType<typeof openContainerPool>

/** Until a start has been measured. */
const usualStartMilliseconds = 200

/** A workflow must not take the end of the emulator for a failure of the function. */
export const stoppedErrorType = 'Emulator.Stopped'

const stoppedResult: InvocationResult = {
  ok: false,
  error: { errorType: stoppedErrorType, errorMessage: 'The emulator has stopped' },
}

export const openContainerPool = (cap: number, warm: WarmContainers, options: ContainerOptions) => {
  const idle: Container[] = []
  const all = new Set<Container>()
  const outdated = new Set<Container>()
  /** The first has waited longest. */
  const waiting: Waiting[] = []
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
  /** Starts a container for an event that still waits once a start would have taken as long. */
  const startLater = (event: Waiting): void => {
    setTimeout(() => {
      if (!waiting.includes(event)) return
      // One that is starting may be free first; at the cap a busy one will be.
      if (isStarting || all.size >= cap) return startLater(event)
      waiting.splice(waiting.indexOf(event), 1)
      event(open())
    }, startMilliseconds)
  }
  const wait = (): Promise<Container | undefined> =>
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
    if (next) next(isReusable ? container : open())
    else if (isReusable) putAside(container)
  }
  return {
    /** Waits for a free container if all are busy. Never rejects. */
    invoke: async (payload: string): Promise<InvocationResult> => {
      if (isStopped) return stoppedResult
      const container = takeIdle() ?? (all.size === 0 ? open() : await wait())
      if (container === undefined) return stoppedResult
      const result = await container.invoke(payload)
      release(container)
      return isStopped ? stoppedResult : result
    },
    /** Runs this folder's code from the next event on. */
    replaceCode: (given: string): void => {
      folder = given
      for (const container of all) outdated.add(container)
    },
    stop: async (): Promise<void> => {
      isStopped = true
      for (const event of waiting.splice(0)) event(undefined)
      await Promise.all([...all].map(container => container.stop()))
    },
  }
}

export type WarmContainers = ReturnType<typeof openWarmContainers>

const sweepMilliseconds = 10_000

/** Idle containers of all functions together, about 25 MB each, and how long each is kept. */
export interface WarmOptions {
  readonly maximum: number
  readonly idleSeconds: number
}

export const openWarmContainers = ({ maximum, idleSeconds }: WarmOptions) => {
  // A Map keeps the order of insertion: the first has been idle longest.
  const idle = new Map<Container, { since: number; onLetGo(): void }>()
  const letGo = (container: Container): void => {
    idle.get(container)?.onLetGo()
    idle.delete(container)
  }
  const sweep = setInterval(() => {
    const oldest = Date.now() - idleSeconds * 1000
    for (const [container, { since }] of idle) if (since < oldest) letGo(container)
  }, sweepMilliseconds).unref()
  return {
    keep: (container: Container, onLetGo: () => void) => {
      idle.set(container, { since: Date.now(), onLetGo })
      const [first] = idle.keys()
      if (idle.size > maximum && first !== undefined) letGo(first)
    },
    /** False if it has been let go meanwhile. */
    take: (container: Container) => idle.delete(container),
    stop: () => clearInterval(sweep),
  }
}
