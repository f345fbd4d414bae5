import { useEffect, useState } from 'preact/hooks'
import type { SharedValue } from './shared.ts'

/* Apart from what it shows: the service worker has no components, and loads nothing of them. */

/** The value of the moment, again at every change. */
export const useShared = <Value>({ get, listen }: SharedValue<Value>): Value => {
  const [shown, setShown] = useState(get)
  useEffect(() => listen(() => setShown(get)), [])
  return shown
}
