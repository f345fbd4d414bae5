/**
 * Containers of one function, started on demand up to a cap and reused. Lambda starts another at once where all
 * are busy; here an event first waits as long as a start takes, because most end sooner.
 */
import { type Container, type ContainerOptions, type InvocationResult, startContainer } from './container.ts'

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
  const line = openInvocationQueue(
    () => startMilliseconds,
    // One that is starting may be free first; at the cap a busy one will be.
    () => (isStarting || all.size >= cap ? undefined : open()),
  )
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
    /** Waits for a free container if all are busy. Never rejects. */
    invoke: async (payload: string): Promise<InvocationResult> => {
      if (isStopped) return stoppedResult
      const container = takeIdle() ?? (all.size === 0 ? open() : await line.join())
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
      line.dismiss()
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

type PoolTurn = (container: Container | undefined) => void

const openInvocationQueue = (milliseconds: () => number, another: () => Container | undefined) => {
  const turns: PoolTurn[] = []
  const ask = (turn: PoolTurn): void => {
    if (!turns.includes(turn)) return
    const container = another()
    if (container === undefined) askLater(turn)
    else {
      turns.splice(turns.indexOf(turn), 1)
      turn(container)
    }
  }
  const askLater = (turn: PoolTurn): void => void setTimeout(ask, milliseconds(), turn)
  return {
    /** Undefined if there will be none. */
    join: () =>
      new Promise<Container | undefined>(resolve => {
        turns.push(resolve)
        askLater(resolve)
      }),
    handOver: (container: () => Container | undefined) => {
      const turn = turns.shift()
      turn?.(container())
      return turn !== undefined
    },
    dismiss: () => {
      for (const turn of turns.splice(0)) turn(undefined)
    },
  }
}
