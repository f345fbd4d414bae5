import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Whether somebody has moved since the page was opened: then the focus goes along. */
let hasMoved = false
addEventListener('hashchange', () => {
  hasMoved = true
})

interface RoomProps {
  readonly title: string
  /** Where one came from. */
  readonly up?: { readonly href: string; readonly title: string }
  readonly children: ComponentChildren
}

/** One place of the portal: its heading takes the focus when somebody comes in. */
export const PortalPage = ({ title, up, children }: RoomProps): VNode => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasMoved) heading.current?.focus()
  }, [title])
  return (
    <main>
      {up && (
        <p class="up">
          <a href={up.href}>{up.title}</a>
        </p>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  )
}
