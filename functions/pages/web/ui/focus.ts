import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Gives what has just come onto the page the focus before the next key can be pressed. `useEffect` waits until the page
 * was painted, and what is typed meanwhile would press the page's buttons.
 */
export const useAutoFocus = <Field extends HTMLElement>(): RefObject<Field | null> => {
  const field = useRef<Field>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return field
}
