/** Which containers of all functions are idle; the longest idle ones go, so that memory stays bounded. */
import type { Container } from './container.ts'

export interface WarmContainers {
  /** Keeps the container until it is taken, or until it is let go, which `onLetGo` hears. */
  keep(container: Container, onLetGo: () => void): void
  /** False if it has been let go meanwhile. */
  take(container: Container): boolean
  stop(): void
}

const sweepMilliseconds = 10_000

export const openWarmContainers = (maximum: number, idleSeconds: number): WarmContainers => {
  // A Map keeps the order of insertion: the first one has been idle the longest.
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
    keep: (container, onLetGo) => {
      idle.set(container, { since: Date.now(), onLetGo })
      const [first] = idle.keys()
      if (idle.size > maximum && first !== undefined) letGo(first)
    },
    take: container => idle.delete(container),
    stop: () => clearInterval(sweep),
  }
}
