import type { VNode } from 'preact'
import { useState } from 'preact/hooks'

interface Props {
  readonly words: string
  /** Said and tapped again before anything happens. */
  readonly again: string
  readonly sure?: string
  readonly onSure: () => void
}

/** A button for what cannot be undone: it asks once more. */
export const DeleteButton = ({ words, again, sure = 'Yes, throw away', onSure }: Props): VNode => {
  const [isAsked, ask] = useState(false)
  if (!isAsked)
    return (
      <button type="button" class="plain danger" onClick={() => ask(true)}>
        {words}
      </button>
    )
  return (
    <fieldset class="sure">
      <legend class="unseen">Are you sure?</legend>
      <p role="alert">{again}</p>
      <button type="button" class="danger" onClick={onSure}>
        {sure}
      </button>
      {/* biome-ignore lint/a11y/noAutofocus: the focus stays where the work is, on the harmless one. */}
      <button type="button" class="plain" autoFocus onClick={() => ask(false)}>
        No
      </button>
    </fieldset>
  )
}
