import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/*
 * A key does what its button, box or radio button does, because it presses it. These name their key by
 * `aria-keyshortcuts`; one that is not on the screen, or disabled, has no key.
 */

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit'].includes(target.type))

type KeyControl = HTMLButtonElement | HTMLInputElement

const keyControls = (among: ParentNode): readonly KeyControl[] =>
  [...among.querySelectorAll<KeyControl>('[aria-keyshortcuts]')].filter(control => control.checkVisibility())

/** WAI-ARIA has a name for it, as it joins keys with the sign. Without Shift many keyboards type = there. */
const ariaNames: Readonly<Record<string, string>> = { '+': 'plus', '=': 'plus' }
const ariaNameOf = (key: string): string => ariaNames[key] ?? key.toLowerCase()

const press = (event: KeyboardEvent): void => {
  // A key that is held down counts once: nobody decides ten cases with it.
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (isTextField(event.target)) {
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
    return
  }
  // An open dialog has the keys to itself.
  const control = keyControls(document.querySelector('dialog[open]') ?? document).find(
    each => each.getAttribute('aria-keyshortcuts') === ariaNameOf(event.key) && !each.disabled,
  )
  if (!control) return
  event.preventDefault()
  // Enter sends the form of what was chosen last.
  if (control.type === 'radio') control.focus()
  control.click()
}

/** Makes the keys of the page work, except in a text field. */
export const useKeys = (): void => {
  // With the first picture of the page: a key that is shown works.
  useLayoutEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const shownKeys: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  plus: '+',
  '-': '−',
}

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
  /** Of a button that shows or hides something. */
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
  keyControls(document).map(control => {
    const shown = control.labels?.[0] ?? control
    const key = shown.querySelector('.key')?.textContent ?? ''
    const words = (shown.textContent ?? '').slice(0, -key.length).trim()
    return [key, `${words} ${shown.querySelector('img')?.alt ?? ''}`.trim()]
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
