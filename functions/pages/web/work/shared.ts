/** A value outside of components, and who listens to it. */
export interface SharedValue<Value> {
  get(): Value
  set(next: Value): void
  /** Calls the listener now and at every change. @returns how to stop */
  listen(listener: () => void): () => void
}

export const createShared = <Value>(first: Value): SharedValue<Value> => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: next => {
      value = next
      for (const listener of listeners) listener()
    },
    listen: listener => {
      listener()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
