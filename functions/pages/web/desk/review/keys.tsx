import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/*
 * A key does what its button does, because it presses it. A button names its key by `aria-keyshortcuts`; a button that
 * is not on the screen, or disabled, has no key.
 */

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit'].includes(target.type))

const keyButtons = (among: ParentNode): readonly HTMLButtonElement[] => [
  ...among.querySelectorAll<HTMLButtonElement>('button[aria-keyshortcuts]'),
]

const press = (event: KeyboardEvent): void => {
  // A key that is held down counts once: nobody decides ten cases with it.
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (isTextField(event.target)) {
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
    return
  }
  // An open dialog has the keys to itself.
  const button = keyButtons(document.querySelector('dialog[open]') ?? document).find(
    each => each.getAttribute('aria-keyshortcuts') === event.key.toLowerCase() && !each.disabled,
  )
  if (!button) return
  event.preventDefault()
  button.click()
}

/** Makes the keys of the page's buttons work, except in a text field. */
export const useKeys = (): void => {
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const shownKeys: Readonly<Record<string, string>> = { arrowleft: '←', arrowright: '→', escape: 'Esc' }

export const Key = ({ children }: { children: string }) => (
  <span class="key" aria-hidden="true">
    {children}
  </span>
)

interface KeyButtonProps {
  /** As the browser names it, in small letters. */
  readonly shortcut: string
  readonly onPress: () => void
  readonly isDisabled?: boolean
  readonly isMain?: boolean
  readonly isPressed?: boolean
  readonly children: ComponentChildren
}

export const KeyButton = (props: KeyButtonProps) => {
  const { shortcut, onPress, isDisabled = false, isMain = false, isPressed, children } = props
  return (
    <button
      type="button"
      class={isMain ? 'keyed' : 'plain keyed'}
      aria-keyshortcuts={shortcut}
      aria-expanded={isPressed}
      disabled={isDisabled}
      onClick={onPress}
    >
      {children} <Key>{shownKeys[shortcut] ?? shortcut.toUpperCase()}</Key>
    </button>
  )
}

type KeyLine = readonly [key: string, effect: string]

const currentKeys = (): readonly KeyLine[] =>
  keyButtons(document).map(button => {
    const key = button.querySelector('.key')?.textContent ?? ''
    return [key, (button.textContent ?? '').slice(0, -key.length).trim()]
  })

const fixedKeys: readonly KeyLine[] = [
  ['Tab', 'To the next link, button or field'],
  ['Esc', 'Leave the text field (enables shortcuts)'],
]

/** Lists what the keys do at this moment, read from the buttons themselves. */
export const KeyHelp = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [lines, setLines] = useState<readonly KeyLine[]>()
  useLayoutEffect(() => {
    if (lines && !dialog.current?.open) dialog.current?.showModal()
  }, [lines])
  return (
    <>
      <KeyButton shortcut="?" onPress={() => setLines(currentKeys())}>
        Keys
      </KeyButton>
      {lines && (
        <dialog ref={dialog} aria-labelledby="key-help" onClose={() => setLines(undefined)}>
          <h2 id="key-help">Keys</h2>
          <dl class="keys">
            {[...lines, ...fixedKeys].map(([key, effect]) => (
              <div key={key + effect}>
                <dt>
                  <span class="key">{key}</span>
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
          <p class="quiet">Keys work everywhere but in a text field. A grey button’s key does nothing.</p>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </dialog>
      )}
    </>
  )
}
