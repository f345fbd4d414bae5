import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** The heading of a screen: where the work goes, there goes the focus. */
export const Heading = ({ children }: { readonly children: ComponentChildren }): VNode => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
