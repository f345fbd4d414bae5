import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { DecideRequest } from '../../../../../shared/work/contract.ts'
import { useAutoFocus } from '../../ui/page.tsx'
import { ErrorNotice } from '../../ui/query.tsx'
import { type DecisionCallbacks, type Draft, useDecision } from './decide.ts'
import { BackForm, PendingRejection, RejectForm } from './decision-forms.tsx'
import { KeyButton } from './keys.tsx'
import type { CaseFile } from './open-case.ts'

interface DecisionProps extends DecisionCallbacks {
  readonly file: CaseFile
  /** Whether all evidence is there, and the case is held. */
  readonly isReady: boolean
  /** What is missing before EMPLOYER UNREACHABLE can be chosen. */
  readonly missing: string | undefined
  readonly draft: Draft
  readonly lease: ComponentChildren
  readonly onDraft: (draft: Draft) => void
}

/** Within this time a second key is the first one pressed twice: nobody has looked at the case yet. */
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

const Done = ({ words }: { readonly words: string }) => {
  const line = useAutoFocus<HTMLParagraphElement>()
  return (
    <p ref={line} tabIndex={-1} class="done">
      <span aria-hidden="true">✓</span> {words}
    </p>
  )
}

const CustomersWords = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
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

export const DecisionPanel = (props: DecisionProps) => {
  const { file, isReady, missing, lease, draft, onDraft } = props
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
      {done === undefined ? lease : <Done words={done} />}
      {done === undefined && <PendingRejection review={file.review} />}
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
        <RejectForm {...{ file, missing, draft, onDraft, canDecide }} onDecide={decide} onCancel={close} />
      )}
      {done === undefined && form === 'return' && (
        <BackForm {...{ draft, onDraft, canDecide }} onDecide={send} onCancel={close} />
      )}
      {done === undefined && (
        <CustomersWords
          value={draft.adminComment}
          onChange={words => onDraft({ ...draft, adminComment: words })}
        />
      )}
      <ErrorNotice error={error} onRetry={sendAgain} />
    </section>
  )
}
