import { useEffect } from 'preact/hooks'

/*
 * A key does what its button does, because it presses it: a button says its key by `aria-keyshortcuts`, and what is not
 * on the screen, or disabled, has none.
 */

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit'].includes(target.type))

/** Where keys work: in the dialog that is open, or on the whole page. */
const scope = (): ParentNode => document.querySelector('dialog[open]') ?? document

/** Every button that has a key now. */
export const keyButtons = (among: ParentNode = document): readonly HTMLButtonElement[] => [
  ...among.querySelectorAll<HTMLButtonElement>('button[aria-keyshortcuts]'),
]

const press = (event: KeyboardEvent): void => {
  // A key that is held down is one key: nobody decides ten cases with it.
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (isTextField(event.target)) {
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
    return
  }
  const button = keyButtons(scope()).find(
    each => each.getAttribute('aria-keyshortcuts') === event.key.toLowerCase() && !each.disabled,
  )
  if (!button) return
  event.preventDefault()
  button.click()
}

/** Lets the keys of the buttons on the page work, anywhere but in a text field. */
export const useKeys = (): void => {
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
