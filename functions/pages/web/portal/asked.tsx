import { type ComponentChildren, createContext, type VNode } from 'preact'
import { useCallback, useContext, useEffect, useState } from 'preact/hooks'
import { type Answer, type Asking, ask, isSignedOut, type Operation, wordsOf } from '../frame/api.ts'

/** What is done when the session has ended. */
export const Over = createContext<() => void>(() => {})

/** Does something, and says what came of it when it fails; the end of the session leads to signing in. */
export const useTry = () => {
  const over = useContext(Over)
  return useCallback(
    async <Value,>(run: () => Promise<Value>): Promise<{ value: Value } | { problem: string }> => {
      try {
        return { value: await run() }
      } catch (error) {
        if (isSignedOut(error)) over()
        return { problem: wordsOf(error) }
      }
    },
    [over],
  )
}

/** An answer on its way. */
export interface Asked<Value> {
  readonly value?: Value
  readonly problem?: string
  readonly again: () => Promise<void>
}

/** Asks once for each `key`, and again when told. What was answered stays on the screen meanwhile. */
export const useAsked = <Of extends Operation>(
  operation: Of,
  asking: Asking<Of>,
  key: string = operation,
): Asked<Answer<Of>> => {
  const [found, setFound] = useState<{ key: string; value?: Answer<Of>; problem?: string }>({ key })
  const attempt = useTry()
  // What is asked follows from the key.
  const again = useCallback(async () => {
    const came = await attempt(() => ask(operation, asking))
    setFound(before =>
      'value' in came ? { key, ...came } : { ...(before.key === key && before), key, ...came },
    )
  }, [attempt, operation, key])
  useEffect(() => void again(), [again])
  return { ...(found.key === key && found), again }
}

/** Shows an answer when it is there. */
export const Shown = <Value,>({
  asked,
  children,
}: {
  readonly asked: Asked<Value>
  readonly children: (value: Value) => ComponentChildren
}): VNode => (
  <>
    {asked.problem !== undefined && (
      <div role="alert">
        <p>{asked.problem}</p>
        <button type="button" class="plain" onClick={asked.again}>
          Try again
        </button>
      </div>
    )}
    {asked.value === undefined && asked.problem === undefined && <p class="quiet">One moment …</p>}
    {asked.value !== undefined && children(asked.value)}
  </>
)
