/** Tells the readers of table streams that something was written, so that they need not poll often. */
export interface WriteSignal {
  notify(): void
  /** Resolves at the next write, or after the given milliseconds. */
  next(milliseconds: number): Promise<void>
}

export const openWriteSignal = (): WriteSignal => {
  const waiting = new Set<() => void>()
  return {
    notify: () => {
      for (const wake of waiting) wake()
    },
    next: milliseconds =>
      new Promise(resolve => {
        const wake = (): void => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, milliseconds)
        waiting.add(wake)
      }),
  }
}
