import type { VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { DecideRequest } from '../../../../../shared/work/contract.ts'
import { statusOf } from '../../../../../shared/verification/contract/outcome.ts'
import { type Draft, reasonsFor } from './decide.ts'
import { Key, KeyButton } from './key-button.tsx'
import type { CaseFile } from './open-case.ts'

interface RejectProps {
  readonly file: CaseFile
  readonly lack: string | undefined
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly canDecide: boolean
  readonly onReject: (decision: DecideRequest) => void
  readonly onCancel: () => void
}

const unreachable = statusOf('employerUnreachable').subStatus

/** The reasons that this product can be rejected for; what the findings come to is chosen, and nothing is sent by itself. */
export const RejectForm = (props: RejectProps): VNode => {
  const { file, lack, draft, onDraft, canDecide, onReject, onCancel } = props
  const fields = useRef<HTMLFieldSetElement>(null)
  const { suggestedReason, staged } = file.review
  const reason = draft.reason ?? staged?.reason ?? suggestedReason ?? undefined
  useLayoutEffect(() => {
    const among = (which: string) => fields.current?.querySelector<HTMLInputElement>(which)
    const radio = among('input:checked') ?? among('input:enabled')
    radio?.focus()
  }, [])
  const isPossible = (each: string): boolean => each !== unreachable || lack === undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (reason !== undefined && isPossible(reason) && canDecide)
      onReject({ decision: 'reject', reason: reason as DecideRequest['reason'] })
  }
  return (
    <form class="choice" onSubmit={submit}>
      <fieldset ref={fields}>
        <legend>Reason</legend>
        {reasonsFor(file.product).map(each => (
          <label key={each}>
            <input
              type="radio"
              name="reason"
              value={each}
              checked={each === reason}
              disabled={!isPossible(each)}
              onChange={() => onDraft({ ...draft, reason: each })}
            />
            <span>
              {each}
              {each === suggestedReason && <span class="quiet"> as found</span>}
              {!isPossible(each) && <span class="quiet"> not yet: {lack}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <div class="actions">
        <button type="submit" disabled={!canDecide || reason === undefined || !isPossible(reason)}>
          Reject it <Key>Enter</Key>
        </button>
        <KeyButton shortcut="escape" isPlain onPress={onCancel}>
          Not now
        </KeyButton>
      </div>
    </form>
  )
}
