import { useEffect, useState } from 'preact/hooks'

/** A value outside of components, and the hook by which they show it. */
export const createShared = <Value>(first: Value) => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: (): Value => value,
    set: (next: Value): void => {
      value = next
      for (const listener of listeners) listener()
    },
    use: (): Value => {
      const [shown, setShown] = useState(value)
      useEffect(() => {
        const look = () => setShown(value)
        look()
        listeners.add(look)
        return () => void listeners.delete(look)
      }, [])
      return shown
    },
  }
}
