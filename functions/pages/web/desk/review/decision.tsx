import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { DecideRequest } from '../../../../../shared/work/assignment/contract.ts'
import type { HandOverRequest } from '../../../../../shared/review/contract.ts'
import { callApi } from '../../ui/api.ts'
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
import type { DecisionProgress } from './decisions.ts'
import { KeyButton } from './keys.tsx'
import type { CaseFile } from './open-case.ts'

/** Callbacks of a hand-over, which goes on when its case is left. */
interface HandOverCallbacks {
  readonly onSending: (isSending: boolean) => void
  readonly onHandedOver: (words: string) => void
  readonly onHandOverFailed: (error: unknown) => void
}

/** Sends it once, however often its button is pressed or its sending is tried. */
const useHandOver = (id: string, { onSending, onHandedOver, onHandOverFailed }: HandOverCallbacks) => {
  const [state, setState] = useState<{ isSending: boolean; error?: unknown; done?: string }>({
    isSending: false,
  })
  const isBusy = useRef(false)
  const latest = useRef<HandOverRequest | undefined>(undefined)
  const keys = useRef<Record<string, string>>({})

  const send = async (body: HandOverRequest): Promise<void> => {
    // The state that disables the button comes a frame later than a second key.
    if (isBusy.current || state.done !== undefined) return
    latest.current = body
    isBusy.current = true
    setState({ isSending: true })
    onSending(true)
    // The same again is the same request.
    const words = JSON.stringify(body)
    keys.current[words] ??= crypto.randomUUID()
    try {
      const { to, keptUntil } = await callApi('POST /v1/operations/assignments/{id}/hand-over', {
        params: { id },
        body,
        idempotencyKey: keys.current[words]!,
        keepalive: true,
      })
      const done = `${to} has ${id} until ${formatTimeOfDay(keptUntil)}.`
      setState({ isSending: false, done })
      onHandedOver(done)
    } catch (error) {
      setState({ isSending: false, error })
      onHandOverFailed(error)
    }
    isBusy.current = false
    onSending(false)
  }
  return { ...state, send, sendAgain: () => latest.current && send(latest.current) }
}

export interface DecisionCallbacks extends HandOverCallbacks {
  readonly onDecide: (decision: DecideRequest) => void
}

interface DecisionProps extends DecisionCallbacks {
  readonly file: CaseFile
  /** Undefined where nothing was pressed, or what was pressed was not done. */
  readonly progress: DecisionProgress | undefined
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

const Done = ({ words, kind }: DecisionProgress) => {
  const line = useAutoFocus<HTMLParagraphElement>()
  return (
    <p ref={line} tabIndex={-1} class="done">
      {kind === 'answered' && <span aria-hidden="true">✓ </span>}
      {words}
      {kind === 'held' && ' It is not sent yet: Z takes it back.'}
      {kind === 'sending' && ' It is being sent.'}
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
  const { file, isReady, missing, lease, colleagues, draft, onDraft, onDecide } = props
  const [form, setForm] = useState<'approve' | (typeof formChoices)[number][1]>()
  const handOver = useHandOver(file.id, props)
  const handedOver =
    handOver.done === undefined ? undefined : ({ kind: 'answered', words: handOver.done } as const)
  const progress = props.progress ?? handedOver
  const isDone = progress !== undefined
  const canDecide = useHasLooked(isReady) && !handOver.isSending && !isDone
  const adminComment = draft.adminComment.trim() || undefined
  const decide = (decision: DecideRequest) =>
    onDecide({ ...decision, ...(adminComment !== undefined && { adminComment }) })
  const forForms = { file, draft, onDraft, canDecide, onCancel: () => setForm(undefined) }
  // A dispute is decided by the report that is there.
  const forms = formChoices.filter(([, which]) => which !== 'return' || !file.review.objection)
  return (
    <section aria-labelledby="decision" class="decision">
      <h2 id="decision">Decision</h2>
      {progress ? <Done {...progress} /> : lease}
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
      {!isDone && form === 'return' && <BackForm {...forForms} onDecide={onDecide} />}
      {!isDone && form === 'hand-over' && (
        <HandOverForm {...forForms} colleagues={colleagues} onHandOver={handOver.send} />
      )}
      {!isDone && <CustomersWords value={draft.adminComment} onDraft={onDraft} />}
      <ErrorNotice error={handOver.error} onRetry={handOver.sendAgain} />
    </section>
  )
}
