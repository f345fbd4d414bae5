import { useEffect, useState } from 'preact/hooks'

/** Tells every tab that something on the telephone has changed. */
const channel = new BroadcastChannel('work')
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
channel.addEventListener('message', tell)

/** To be called after whatever was written. */
export const notifyChange = (): void => {
  channel.postMessage('changed')
  tell()
}

/** Calls whenever something changed, in this tab or another. Answers how to stop it. */
export const onChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What is kept, read anew whenever it changes; undefined until it was read. @param names what it depends on */
export const useStored = <Value>(
  read: () => Promise<Value>,
  names: readonly unknown[],
): Value | undefined => {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    let isWanted = true
    const look = () => void read().then(found => isWanted && setValue(() => found))
    look()
    const stop = onChange(look)
    return () => {
      isWanted = false
      stop()
    }
  }, names)
  return value
}
