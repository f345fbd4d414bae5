import { useEffect, useState } from 'preact/hooks'

/** A part of a page, or why it is not there. */
export interface LazyPart<Part> {
  readonly part: Part | undefined
  readonly error: unknown
  readonly load: () => Promise<void>
}

/** Loads a part of a page once it is wanted. @param read an import, of which the bundler makes a file */
export const useLazyPart = <Part extends object>(
  isWanted: boolean,
  read: () => Promise<Part>,
): LazyPart<Part> => {
  const [part, setPart] = useState<Part>()
  const [error, setError] = useState<unknown>()
  const load = async () => {
    setError(undefined)
    try {
      setPart(await read())
    } catch (failure) {
      setError(failure)
    }
  }
  useEffect(() => {
    if (isWanted && !part) void load()
  }, [isWanted])
  return { part, error, load }
}
