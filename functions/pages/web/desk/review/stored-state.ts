import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

type StorageName = 'localStorage' | 'sessionStorage'

/** Browsers may refuse storage, and something else may stand there: then nothing is found. */
export const readStored = <Value>(storage: StorageName, key: string): Value | undefined => {
  try {
    return JSON.parse(window[storage].getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const writeStored = (storage: StorageName, key: string, value: unknown): void => {
  try {
    window[storage].setItem(key, JSON.stringify(value))
  } catch {
    // It lasts as long as the page.
  }
}

/** State that a reload keeps, and in `localStorage` the next visit, where the browser lets it. */
export const useStoredState = <Value>(storage: StorageName, key: string, initial: Value) => {
  const [value, setValue] = useState<Value>(() => readStored<Value>(storage, key) ?? initial)
  // Before the picture: the last letter before a reload would be lost after it.
  useLayoutEffect(() => writeStored(storage, key, value), [storage, key, value])
  return [value, setValue] as const
}

/** Removes what this tab has stored. What is on the page stays until it is left. */
const forgetStored = (): void => {
  try {
    sessionStorage.clear()
  } catch {
    // Nothing was stored.
  }
}

/** A sign-out takes what was written off this machine, and all else that a reload would need. */
export const useForgetting = (): void => {
  useEffect(() => {
    const forget = ({ defaultPrevented }: SubmitEvent) => !defaultPrevented && forgetStored()
    addEventListener('submit', forget)
    return () => removeEventListener('submit', forget)
  }, [])
}
