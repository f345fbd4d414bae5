import { type ComponentChildren, createContext, type VNode } from 'preact'
import { useCallback, useContext, useEffect, useState } from 'preact/hooks'
import {
  type ResponseOf,
  type RequestOf,
  callApi,
  isSessionExpired,
  type Operation,
  errorMessage,
} from '../ui/api.ts'

/** What is done when the session has ended. */
export const OnSessionExpired = createContext<() => void>(() => {})

/** Does something, and says what came of it when it fails; the end of the session leads to signing in. */
export const useMutation = () => {
  const over = useContext(OnSessionExpired)
  return useCallback(
    async <Value,>(run: () => Promise<Value>): Promise<{ value: Value } | { problem: string }> => {
      try {
        return { value: await run() }
      } catch (error) {
        if (isSessionExpired(error)) over()
        return { problem: errorMessage(error) }
      }
    },
    [over],
  )
}

/** An answer on its way. */
export interface QueryState<Value> {
  readonly value?: Value
  readonly problem?: string
  readonly again: () => Promise<void>
}

/** Asks once for each `key`, and again when told. What was answered stays on the screen meanwhile. */
export const useQuery = <Of extends Operation>(
  operation: Of,
  asking: RequestOf<Of>,
  key: string = operation,
): QueryState<ResponseOf<Of>> => {
  const [found, setFound] = useState<{ key: string; value?: ResponseOf<Of>; problem?: string }>({ key })
  const attempt = useMutation()
  // What is asked follows from the key.
  const again = useCallback(async () => {
    const came = await attempt(() => callApi(operation, asking))
    setFound(before =>
      'value' in came ? { key, ...came } : { ...(before.key === key && before), key, ...came },
    )
  }, [attempt, operation, key])
  useEffect(() => void again(), [again])
  return { ...(found.key === key && found), again }
}

/** Shows an answer when it is there. */
export const QueryView = <Value,>({
  asked,
  children,
}: {
  readonly asked: QueryState<Value>
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
