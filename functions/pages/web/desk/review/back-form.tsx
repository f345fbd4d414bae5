import type { VNode } from 'preact'
import type { DecideRequest } from '../../../../../shared/work/contract.ts'
import { useAutoFocus } from '../../ui/focus.ts'
import type { Draft } from './decide.ts'
import { Key, KeyButton } from './key-button.tsx'

interface BackProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly canDecide: boolean
  readonly onReturn: (decision: DecideRequest) => void
  readonly onCancel: () => void
}

/** What the agent is to do, before the report goes back. */
export const BackForm = ({ draft, onDraft, canDecide, onReturn, onCancel }: BackProps): VNode => {
  const field = useAutoFocus<HTMLTextAreaElement>()
  const comment = draft.comment.trim()
  const giveBack = () => {
    if (comment !== '' && canDecide) onReturn({ decision: 'return', comment })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) giveBack()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    giveBack()
  }
  return (
    <form class="choice" onSubmit={submit}>
      <label>
        What is the agent to do?
        <textarea
          ref={field}
          maxLength={2000}
          rows={4}
          value={draft.comment}
          onInput={({ currentTarget }) => onDraft({ ...draft, comment: currentTarget.value })}
          onKeyDown={onKeyDown}
        />
      </label>
      <div class="actions">
        <button type="submit" disabled={!canDecide || comment === ''}>
          Give it back <Key>Ctrl Enter</Key>
        </button>
        <KeyButton shortcut="escape" isPlain onPress={onCancel}>
          Not now
        </KeyButton>
      </div>
    </form>
  )
}
