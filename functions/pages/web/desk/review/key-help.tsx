import type { VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { KeyButton } from './key-button.tsx'
import { keyButtons } from './keys.ts'

interface Line {
  readonly key: string
  readonly does: string
}

const linesNow = (): readonly Line[] =>
  keyButtons().map(button => {
    const key = button.querySelector('.key')?.textContent ?? ''
    return { key, does: (button.textContent ?? '').slice(0, -key.length).trim() }
  })

const fixed: readonly Line[] = [
  { key: 'Tab', does: 'To the next link, button or field' },
  { key: 'Esc', does: 'Out of a text field, so that keys work again' },
]

/** What the keys do at this moment, read from the buttons themselves. */
export const KeyHelp = (): VNode => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [lines, setLines] = useState<readonly Line[]>()
  useLayoutEffect(() => {
    if (lines && !dialog.current?.open) dialog.current?.showModal()
  }, [lines])
  return (
    <>
      <KeyButton shortcut="?" isPlain onPress={() => setLines(linesNow())}>
        Keys
      </KeyButton>
      {lines && (
        <dialog ref={dialog} aria-labelledby="key-help" onClose={() => setLines(undefined)}>
          <h2 id="key-help">Keys</h2>
          <dl class="keys">
            {[...lines, ...fixed].map(({ key, does }) => (
              <div key={key + does}>
                <dt>
                  <span class="key">{key}</span>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <p class="quiet">
            Keys work wherever you are, but in a text field. A grey button’s key does nothing.
          </p>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </dialog>
      )}
    </>
  )
}
