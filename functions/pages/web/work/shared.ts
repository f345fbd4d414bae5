import { useEffect, useState } from 'preact/hooks'

/** A value outside of components, and the hook by which they show it. */
export const createShared = <Value>(first: Value) => {
  let value = first
  const listeners = new Set<() => void>()
  const set = (next: Value): void => {
    value = next
    for (const listener of listeners) listener()
  }
  const listen = (listener: () => void): (() => void) => {
    listener()
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const use = (): Value => {
    const [shown, setShown] = useState(value)
    useEffect(() => listen(() => setShown(value)), [])
    return shown
  }
  return { get: () => value, set, listen, use }
}
