import type { ComponentChildren, VNode } from 'preact'

interface KeyButtonProps {
  /** As the browser names it, in small letters. */
  readonly shortcut: string
  readonly onPress: () => void
  readonly isDisabled?: boolean
  readonly isPlain?: boolean
  readonly isPressed?: boolean
  readonly children: ComponentChildren
}

const shown: Readonly<Record<string, string>> = { arrowleft: '←', arrowright: '→', escape: 'Esc' }

/** A key as it is shown beside what it presses; who hears the page hears of it by `aria-keyshortcuts`. */
export const Key = ({ children }: { readonly children: string }): VNode => (
  <span class="key" aria-hidden="true">
    {children}
  </span>
)

/** A button with the key that presses it. */
export const KeyButton = (props: KeyButtonProps): VNode => {
  const { shortcut, onPress, isDisabled = false, isPlain = false, isPressed, children } = props
  return (
    <button
      type="button"
      class={isPlain ? 'plain keyed' : 'keyed'}
      aria-keyshortcuts={shortcut}
      aria-expanded={isPressed}
      disabled={isDisabled}
      onClick={onPress}
    >
      {children} <Key>{shown[shortcut] ?? shortcut.toUpperCase()}</Key>
    </button>
  )
}
