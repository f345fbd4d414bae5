import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { decidableOutcomes, statusOf } from '../../../../../shared/verification/contract/outcome.ts'
import type { DecideRequest, Review } from '../../../../../shared/work/contract.ts'
import { formatDateTime } from '../../ui/format.ts'
import { useAutoFocus } from '../../ui/page.tsx'
import { Key, KeyButton } from './keys.tsx'
import type { CaseFile } from './open-case.ts'

const reasonsFor = (product: CaseFile['product']): readonly string[] =>
  decidableOutcomes[product]
    .filter(outcome => outcome !== 'verified')
    .map(outcome => statusOf(outcome).subStatus)

/** What a reviewer has written of a case and not sent. It stays while the page is open. */
export interface Draft {
  readonly reason: string | undefined
  readonly comment: string
  readonly adminComment: string
}

export const noDraft: Draft = { reason: undefined, comment: '', adminComment: '' }

interface FormProps {
  readonly draft: Draft
  readonly onDraft: (change: Partial<Draft>) => void
  readonly canDecide: boolean
  readonly onDecide: (decision: DecideRequest) => void
  readonly onCancel: () => void
}

interface ChoiceProps extends Pick<FormProps, 'onCancel'> {
  readonly title: string
  readonly shortcut: string
  readonly canSend: boolean
  readonly onSend: () => void
  readonly children: ComponentChildren
}

const ChoiceForm = ({ title, shortcut, canSend, onSend, onCancel, children }: ChoiceProps) => {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (canSend) onSend()
  }
  return (
    <form class="choice" onSubmit={submit}>
      {children}
      <div class="actions">
        <button type="submit" disabled={!canSend}>
          {title} <Key>{shortcut}</Key>
        </button>
        <KeyButton shortcut="escape" onPress={onCancel}>
          Not now
        </KeyButton>
      </div>
    </form>
  )
}

/** Asks what the agent is to do, before the report goes back. */
export const BackForm = ({ draft, onDraft, canDecide, onDecide, onCancel }: FormProps) => {
  const field = useAutoFocus<HTMLTextAreaElement>()
  const comment = draft.comment.trim()
  const canSend = canDecide && comment !== ''
  const onSend = () => onDecide({ decision: 'return', comment })
  return (
    <ChoiceForm
      title="Give it back"
      shortcut="Ctrl Enter"
      canSend={canSend}
      onSend={onSend}
      onCancel={onCancel}
    >
      <label>
        What is the agent to do?
        <textarea
          ref={field}
          maxLength={2000}
          rows={4}
          value={draft.comment}
          onInput={({ currentTarget }) => onDraft({ comment: currentTarget.value })}
          onKeyDown={({ key, ctrlKey, metaKey }) =>
            canSend && key === 'Enter' && (ctrlKey || metaKey) && onSend()
          }
        />
      </label>
    </ChoiceForm>
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
  const reason = draft.reason ?? staged?.reason ?? suggestedReason
  const isPossible = (each: string): boolean => each !== unreachable || missing === undefined
  useLayoutEffect(() => {
    const find = (selector: string) => fields.current?.querySelector<HTMLInputElement>(selector)
    const radio = find('input:checked') ?? find('input:enabled')
    radio?.focus()
  }, [])
  return (
    <ChoiceForm
      title="Reject it"
      shortcut="Enter"
      onCancel={onCancel}
      canSend={canDecide && reason !== null && isPossible(reason)}
      onSend={() => onDecide({ decision: 'reject', reason: reason as DecideRequest['reason'] })}
    >
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
              onChange={() => onDraft({ reason: each })}
            />
            <span>
              {each}
              {each === suggestedReason && <span class="quiet"> as found</span>}
              {!isPossible(each) && <span class="quiet"> not yet: {missing}</span>}
            </span>
          </label>
        ))}
      </fieldset>
    </ChoiceForm>
  )
}

/** A rejection that a second reviewer has to confirm. */
export const PendingRejection = ({ review: { staged } }: { review: Review }) => {
  if (!staged) return null
  return (
    <div class="staged">
      <p>
        <strong>{staged.by} asked</strong> to reject it as <strong>{staged.reason}</strong>,{' '}
        {formatDateTime(staged.at)}.
      </p>
      {staged.adminComment && (
        <p>
          For the customer: <bdi>{staged.adminComment}</bdi>
        </p>
      )}
      <p>It needs a second reviewer: reject for the same reason to confirm it, or decide otherwise.</p>
    </div>
  )
}
