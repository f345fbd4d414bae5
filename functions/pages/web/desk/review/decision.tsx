import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { DecideRequest } from '../../../../../shared/assignment/contract.ts'
import type { HandOverRequest } from '../../../../../shared/work/contract.ts'
import { callApi, type ResponseOf } from '../../ui/api.ts'
import { formatTimeOfDay } from '../../ui/format.ts'
import { useAutoFocus } from '../../ui/page.tsx'
import { ErrorNotice } from '../../ui/query.tsx'
import {
  ApproveForm,
  BackForm,
  type Draft,
  HandOverForm,
  needsWords,
  StagedDecision,
  RejectForm,
} from './decision-forms.tsx'
import { KeyButton } from './keys.tsx'
import type { CaseFile } from './open-case.ts'

export type Decision = ResponseOf<'POST /v1/operations/assignments/{id}/decision'>

const requestTexts = {
  approve: () => 'approved',
  reject: reason => `rejected as ${reason}`,
  return: () => 'back to its agent',
} as const satisfies Record<DecideRequest['decision'], (reason: DecideRequest['reason']) => string>

export const describeDecision = (
  { id, way, isStaged, status, holdsAt }: Decision,
  { decision, reason }: DecideRequest,
): string => {
  const then = isStaged ? ' Then it waits for a second reviewer.' : ''
  if (holdsAt !== null) return `${id}: ${requestTexts[decision](reason)}.${then}`
  if (isStaged) return `${id}: ${requestTexts[decision](reason)}. It waits for a second reviewer.`
  if (way === 'claimed') return `${id} is back with its agent.`
  return `${id} decided: ${status?.subStatus}.`
}

/** Callbacks of a decision, which goes on when its case is left. */
export interface DecisionCallbacks {
  readonly onSending: (isSending: boolean) => void
  /** @param holdsAt null for a decision that holds already */
  readonly onDone: (words: string, holdsAt: string | null) => void
  readonly onFailed: (error: unknown) => void
}

interface Sending {
  /** What is sent, as text: the same again is the same request. */
  readonly key: string
  readonly send: (
    idempotencyKey: string,
  ) => Promise<{ readonly done: string; readonly holdsAt: string | null }>
}

const decisionSending = (id: string, body: DecideRequest): Sending => ({
  key: JSON.stringify(body),
  send: async idempotencyKey => {
    const decision = await callApi('POST /v1/operations/assignments/{id}/decision', {
      params: { id },
      body,
      idempotencyKey,
      keepalive: true,
    })
    return { done: describeDecision(decision, body), holdsAt: decision.holdsAt }
  },
})

const handOverSending = (id: string, body: HandOverRequest): Sending => ({
  key: JSON.stringify(body),
  send: async idempotencyKey => {
    const { to, keptUntil } = await callApi('POST /v1/operations/assignments/{id}/hand-over', {
      params: { id },
      body,
      idempotencyKey,
      keepalive: true,
    })
    return { done: `${to} has ${id} until ${formatTimeOfDay(keptUntil)}.`, holdsAt: null }
  },
})

/** Sends each once, however often its button is pressed or its sending is tried. */
const useSending = ({ onSending, onDone, onFailed }: DecisionCallbacks) => {
  const [state, setState] = useState<{ isSending: boolean; error?: unknown; done?: string }>({
    isSending: false,
  })
  const isBusy = useRef(false)
  const latest = useRef<Sending | undefined>(undefined)
  const keys = useRef<Record<string, string>>({})

  const send = async (sending: Sending): Promise<void> => {
    // The state that disables the button comes a frame later than a second key.
    if (isBusy.current || state.done !== undefined) return
    latest.current = sending
    isBusy.current = true
    setState({ isSending: true })
    onSending(true)
    keys.current[sending.key] ??= crypto.randomUUID()
    try {
      const { done, holdsAt } = await sending.send(keys.current[sending.key]!)
      setState({ isSending: false, done })
      onDone(done, holdsAt)
    } catch (error) {
      setState({ isSending: false, error })
      onFailed(error)
    }
    isBusy.current = false
    onSending(false)
  }
  return { ...state, send, sendAgain: () => latest.current && send(latest.current) }
}

interface DecisionProps extends DecisionCallbacks {
  readonly file: CaseFile
  /** Whether all evidence is there, and the case is held. */
  readonly isReady: boolean
  /** What is missing before EMPLOYER UNREACHABLE can be chosen. */
  readonly missing: string | undefined
  readonly colleagues: readonly string[]
  readonly draft: Draft
  readonly lease: ComponentChildren
  readonly onDraft: (change: Partial<Draft>) => void
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

interface WordsProps extends Pick<DecisionProps, 'onDraft'> {
  readonly value: string
}

const CustomersWords = ({ value, onDraft }: WordsProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [wasWritten] = useState(value !== '')
  const [timesAsked, setTimesAsked] = useState(0)
  const isOpen = wasWritten || timesAsked > 0
  useLayoutEffect(() => {
    if (timesAsked > 0) field.current?.focus()
  }, [timesAsked])
  return (
    <div class="field">
      <KeyButton shortcut="w" isPressed={isOpen} onPress={() => setTimesAsked(timesAsked + 1)}>
        Words for the customer
      </KeyButton>
      {isOpen && (
        <textarea
          ref={field}
          aria-label="Words for the customer, beside the outcome"
          maxLength={2000}
          rows={3}
          value={value}
          onInput={({ currentTarget }) => onDraft({ adminComment: currentTarget.value })}
        />
      )}
    </div>
  )
}

const formChoices = [
  ['r', 'reject', 'Reject'],
  ['b', 'return', 'Back'],
  ['u', 'hand-over', 'Give to …'],
] as const

export const DecisionPanel = (props: DecisionProps) => {
  const { file, isReady, missing, lease, colleagues, draft, onDraft } = props
  const [form, setForm] = useState<'approve' | (typeof formChoices)[number][1]>()
  const { isSending, error, done, send, sendAgain } = useSending(props)
  const isDone = done !== undefined
  const canDecide = useHasLooked(isReady) && !isSending && !isDone
  const adminComment = draft.adminComment.trim() || undefined
  const decide = (decision: DecideRequest) =>
    send(decisionSending(file.id, { ...decision, ...(adminComment !== undefined && { adminComment }) }))
  const forForms = { file, draft, onDraft, canDecide, onCancel: () => setForm(undefined) }
  // A dispute is decided by the report that is there.
  const forms = formChoices.filter(([, which]) => which !== 'return' || !file.review.objection)
  return (
    <section aria-labelledby="decision" class="decision">
      <h2 id="decision">Decision</h2>
      {isDone ? <Done words={done} /> : lease}
      {!isDone && <StagedDecision review={file.review} />}
      <div class="actions">
        <KeyButton
          shortcut="a"
          isMain
          isDisabled={!canDecide || form !== undefined}
          onPress={() => (needsWords(file) ? setForm('approve') : decide({ decision: 'approve' }))}
        >
          Approve
        </KeyButton>
        {forms.map(([shortcut, which, title]) => (
          <KeyButton
            key={which}
            shortcut={shortcut}
            isPressed={form === which}
            isDisabled={!canDecide}
            onPress={() => setForm(form === which ? undefined : which)}
          >
            {title}
          </KeyButton>
        ))}
      </div>
      {!isDone && form === 'approve' && <ApproveForm {...forForms} onDecide={decide} />}
      {!isDone && form === 'reject' && <RejectForm {...forForms} missing={missing} onDecide={decide} />}
      {!isDone && form === 'return' && (
        <BackForm {...forForms} onDecide={decision => send(decisionSending(file.id, decision))} />
      )}
      {!isDone && form === 'hand-over' && (
        <HandOverForm
          {...forForms}
          colleagues={colleagues}
          onHandOver={body => send(handOverSending(file.id, body))}
        />
      )}
      {!isDone && <CustomersWords value={draft.adminComment} onDraft={onDraft} />}
      <ErrorNotice error={error} onRetry={sendAgain} />
    </section>
  )
}
