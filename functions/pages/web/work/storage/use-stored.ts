import { useEffect, useState } from 'preact/hooks'
import { useShared } from '../use-shared.ts'
import { changes, storageFault } from './database.ts'

export const useStorageFault = () => useShared(storageFault)

/** Reads stored values, again at every change in any tab; undefined until they were read. */
export const useStored = <Value>(
  read: () => Promise<Value>,
  names: readonly unknown[],
): Value | undefined => {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    let isWanted = true
    const show = (found: Value) => isWanted && setValue(() => found)
    const stop = changes.listen(() => void read().then(show, () => storageFault.set('unreadable')))
    return () => {
      isWanted = false
      stop()
    }
  }, names)
  return value
}
