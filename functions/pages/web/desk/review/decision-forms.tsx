import { useLayoutEffect, useRef } from 'preact/hooks'
import { statusOf } from '../../../../../shared/verification/contract/outcome.ts'
import type { DecideRequest, Review } from '../../../../../shared/work/contract.ts'
import { formatDateTime } from '../../ui/format.ts'
import { useAutoFocus } from '../../ui/page.tsx'
import { usePerson } from '../../ui/query.tsx'
import { type Draft, reasonsFor } from './decide.ts'
import { Key, KeyButton } from './keys.tsx'
import type { CaseFile } from './open-case.ts'

interface FormProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly canDecide: boolean
  readonly onDecide: (decision: DecideRequest) => void
  readonly onCancel: () => void
}

/** Asks what the agent is to do, before the report goes back. */
export const BackForm = ({ draft, onDraft, canDecide, onDecide, onCancel }: FormProps) => {
  const field = useAutoFocus<HTMLTextAreaElement>()
  const comment = draft.comment.trim()
  const submit = (event: Event) => {
    event.preventDefault()
    if (comment !== '' && canDecide) onDecide({ decision: 'return', comment })
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
          onKeyDown={event => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event)}
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

interface RejectProps extends FormProps {
  readonly file: CaseFile
  readonly missing: string | undefined
}

const unreachable = statusOf('employerUnreachable').subStatus

/** The reasons for which this product can be rejected. The finding is chosen already, and nothing is sent by itself. */
export const RejectForm = (props: RejectProps) => {
  const { file, missing, draft, onDraft, canDecide, onDecide, onCancel } = props
  const fields = useRef<HTMLFieldSetElement>(null)
  const { suggestedReason, staged } = file.review
  const reason = draft.reason ?? staged?.reason ?? suggestedReason ?? undefined
  useLayoutEffect(() => {
    const find = (selector: string) => fields.current?.querySelector<HTMLInputElement>(selector)
    const radio = find('input:checked') ?? find('input:enabled')
    radio?.focus()
  }, [])
  const isPossible = (each: string): boolean => each !== unreachable || missing === undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (reason !== undefined && isPossible(reason) && canDecide)
      onDecide({ decision: 'reject', reason: reason as DecideRequest['reason'] })
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
              {!isPossible(each) && <span class="quiet"> not yet: {missing}</span>}
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

/** A rejection that a second reviewer has to confirm. */
export const PendingRejection = ({ review: { staged } }: { review: Review }) => {
  const isOwn = usePerson() === staged?.by
  if (!staged) return null
  return (
    <div class="staged">
      <p>
        <strong>{isOwn ? 'You asked' : `${staged.by} asked`}</strong> to reject it as{' '}
        <strong>{staged.reason}</strong>, {formatDateTime(staged.at)}.
      </p>
      {staged.adminComment && (
        <p>
          For the customer: <bdi>{staged.adminComment}</bdi>
        </p>
      )}
      <p>
        {isOwn
          ? 'A second reviewer must confirm that: leave it to them.'
          : 'It needs a second reviewer: reject for the same reason to confirm it, or decide otherwise.'}
      </p>
    </div>
  )
}
