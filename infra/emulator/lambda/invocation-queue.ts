/** Events that wait for a container of their function, first come, first served. */
import type { Container } from './container.ts'

export interface InvocationQueue {
  /** Resolves with the container that is handed over; undefined once there will be none. */
  join(): Promise<Container | undefined>
  /** False if nobody waits. */
  handOver(container: () => Container | undefined): boolean
  dismiss(): void
}

export interface Patience {
  /** How long an event waits before it asks for another container, and asks again. */
  milliseconds(): number
  /** Undefined while there may be no other one. */
  another(): Container | undefined
}

type Turn = (container: Container | undefined) => void

export const openInvocationQueue = ({ milliseconds, another }: Patience): InvocationQueue => {
  const turns: Turn[] = []
  const ask = (turn: Turn): void => {
    if (!turns.includes(turn)) return
    const container = another()
    if (container === undefined) askLater(turn)
    else {
      turns.splice(turns.indexOf(turn), 1)
      turn(container)
    }
  }
  const askLater = (turn: Turn): void => void setTimeout(ask, milliseconds(), turn)
  return {
    join: () =>
      new Promise(resolve => {
        turns.push(resolve)
        askLater(resolve)
      }),
    handOver: container => {
      const turn = turns.shift()
      turn?.(container())
      return turn !== undefined
    },
    dismiss: () => {
      for (const turn of turns.splice(0)) turn(undefined)
    },
  }
}
