import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { DecideRequest } from '../../../../../shared/work/contract.ts'
import { useAutoFocus } from '../../ui/focus.ts'
import { BackForm } from './back-form.tsx'
import { type Draft, type DecisionCallbacks, useDecision } from './decide.ts'
import { KeyButton } from './key-button.tsx'
import type { CaseFile } from './open-case.ts'
import { RejectForm } from './reject-form.tsx'
import { PendingRejection } from './pending-rejection.tsx'
import { ErrorNotice } from './error-notice.tsx'

interface DecisionProps extends DecisionCallbacks {
  readonly file: CaseFile
  readonly reviewer: string
  /** Whether all of the evidence is there, and the case in this reviewer's hands. */
  readonly isReady: boolean
  /** Why EMPLOYER UNREACHABLE cannot be chosen, if so. */
  readonly lack: string | undefined
  readonly draft: Draft
  /** For how long the case is theirs. */
  readonly hold: VNode
  readonly onDraft: (draft: Draft) => void
}

/** Two keys so soon after each other are one that was pressed twice: nobody has looked at the case yet. */
const lookMs = 500

const useHasLooked = (isReady: boolean): boolean => {
  const [hasLooked, setHasLooked] = useState(false)
  useEffect(() => {
    if (!isReady) return undefined
    const timer = setTimeout(() => setHasLooked(true), lookMs)
    return () => clearTimeout(timer)
  }, [isReady])
  return hasLooked && isReady
}

const Done = ({ words }: { readonly words: string }): VNode => {
  const line = useAutoFocus<HTMLParagraphElement>()
  return (
    <p ref={line} tabIndex={-1} class="done">
      <span aria-hidden="true">✓</span> {words}
    </p>
  )
}

interface WordsProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

const CustomersWords = ({ value, onChange }: WordsProps): VNode => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [wasWritten] = useState(value !== '')
  const [timesAsked, setTimesAsked] = useState(0)
  const isOpen = wasWritten || timesAsked > 0
  useLayoutEffect(() => {
    if (timesAsked > 0) field.current?.focus()
  }, [timesAsked])
  return (
    <div class="field">
      <KeyButton shortcut="w" isPlain isPressed={isOpen} onPress={() => setTimesAsked(timesAsked + 1)}>
        Words for the customer
      </KeyButton>
      {isOpen && (
        <textarea
          ref={field}
          aria-label="Words for the customer, beside the outcome"
          maxLength={2000}
          rows={3}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  )
}

/** Where a case is decided: by A, R or B. */
export const DecisionPanel = (props: DecisionProps): VNode => {
  const { file, reviewer, isReady, lack, hold, draft, onDraft } = props
  const [form, setForm] = useState<'reject' | 'return'>()
  const { isSending, error, done, send, sendAgain } = useDecision(file.id, props)
  const canDecide = useHasLooked(isReady) && !isSending && done === undefined
  const adminComment = draft.adminComment.trim() || undefined
  const decide = (decision: DecideRequest) =>
    send({ ...decision, ...(adminComment !== undefined && { adminComment }) })
  const toggle = (which: 'reject' | 'return') => setForm(form === which ? undefined : which)
  const close = () => setForm(undefined)
  return (
    <section aria-labelledby="decision" class="decision">
      <h2 id="decision">Decision</h2>
      {done === undefined ? hold : <Done words={done} />}
      {done === undefined && <PendingRejection review={file.review} reviewer={reviewer} />}
      <div class="actions">
        <KeyButton
          shortcut="a"
          isDisabled={!canDecide || form !== undefined}
          onPress={() => decide({ decision: 'approve' })}
        >
          Approve
        </KeyButton>
        <KeyButton
          shortcut="r"
          isPlain
          isPressed={form === 'reject'}
          isDisabled={!canDecide}
          onPress={() => toggle('reject')}
        >
          Reject
        </KeyButton>
        {/* A dispute is decided by the report that is there. */}
        {!file.review.objection && (
          <KeyButton
            shortcut="b"
            isPlain
            isPressed={form === 'return'}
            isDisabled={!canDecide}
            onPress={() => toggle('return')}
          >
            Back
          </KeyButton>
        )}
      </div>
      {done === undefined && form === 'reject' && (
        <RejectForm {...{ file, lack, draft, onDraft, canDecide }} onReject={decide} onCancel={close} />
      )}
      {done === undefined && form === 'return' && (
        <BackForm {...{ draft, onDraft, canDecide }} onReturn={send} onCancel={close} />
      )}
      {done === undefined && (
        <CustomersWords
          value={draft.adminComment}
          onChange={words => onDraft({ ...draft, adminComment: words })}
        />
      )}
      {error !== undefined && <ErrorNotice error={error} reviewer={reviewer} onRetry={sendAgain} />}
    </section>
  )
}
