import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { DecideRequest } from '../../../../../shared/work/assignment/contract.ts'
import {
  type ContradictionReason,
  contradictionReasons,
} from '../../../../../shared/verification/contract/contradiction.ts'
import { decidableOutcomes, statusOf } from '../../../../../shared/verification/contract/outcome.ts'
import type { AgainstFinding } from '../../../../../shared/verification/contract/status.ts'
import type { HandOverRequest, Review } from '../../../../../shared/review/contract.ts'
import { formatDateTime, toOneLine } from '../../ui/format.ts'
import { useAutoFocus } from '../../ui/page.tsx'
import { Key, KeyButton } from './keys.tsx'
import type { CaseFile } from './open-case.ts'
import { AgainstFindingNote, strongIn } from './statements.tsx'

export const reasonsFor = (product: CaseFile['product']): readonly string[] =>
  decidableOutcomes[product]
    .filter(outcome => outcome !== 'verified')
    .map(outcome => statusOf(outcome).subStatus)

/** What a reviewer has written and chosen of a case, and not sent. */
export interface Draft {
  readonly reason: string | undefined
  readonly comment: string
  readonly adminComment: string
  readonly flagsAnswer: string
  readonly against: ContradictionReason | undefined
  readonly explanation: string | undefined
  readonly handOverTo: string
  readonly handOverWords: string
}

export const noDraft: Draft = {
  reason: undefined,
  comment: '',
  adminComment: '',
  flagsAnswer: '',
  against: undefined,
  explanation: undefined,
  handOverTo: '',
  handOverWords: '',
}

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

interface WordsProps {
  readonly question: string
  readonly maxLength: number
  readonly value: string
  readonly hasFocus?: boolean
  readonly onWrite: (value: string) => void
}

/** In a text field Enter begins a line. */
const Words = ({ question, maxLength, value, hasFocus = false, onWrite }: WordsProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [])
  return (
    <label>
      {question}
      <textarea
        ref={field}
        maxLength={maxLength}
        rows={3}
        value={value}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) =>
          key === 'Enter' && (ctrlKey || metaKey) && currentTarget.form?.requestSubmit()
        }
      />
    </label>
  )
}

/** Asks what the agent is to do, before the report goes back. */
export const BackForm = ({ draft, onDraft, canDecide, onDecide, onCancel }: FormProps) => {
  const comment = draft.comment.trim()
  return (
    <ChoiceForm
      title="Give it back"
      shortcut="Ctrl Enter"
      canSend={canDecide && comment !== ''}
      onSend={() => onDecide({ decision: 'return', comment })}
      onCancel={onCancel}
    >
      <Words
        hasFocus
        question="What is the agent to do?"
        maxLength={2000}
        value={draft.comment}
        onWrite={comment => onDraft({ comment })}
      />
    </ChoiceForm>
  )
}

interface HandOverProps extends Omit<FormProps, 'onDecide'> {
  readonly colleagues: readonly string[]
  readonly onHandOver: (request: HandOverRequest) => void
}

/** Asks to whom the case goes, and what they need to know. Nothing lists reviewers: the ones of the list are suggested. */
export const HandOverForm = ({
  colleagues,
  draft,
  onDraft,
  canDecide,
  onHandOver,
  onCancel,
}: HandOverProps) => {
  const first = useAutoFocus<HTMLInputElement>()
  const to = draft.handOverTo.trim()
  const words = toOneLine(draft.handOverWords)
  return (
    <ChoiceForm
      title="Give it to a colleague"
      shortcut="Ctrl Enter"
      canSend={canDecide && to !== '' && words !== ''}
      onSend={() => onHandOver({ to, words })}
      onCancel={onCancel}
    >
      <label>
        To which reviewer? Their id
        <input
          ref={first}
          type="text"
          list="colleagues"
          maxLength={200}
          autocomplete="off"
          spellcheck={false}
          value={draft.handOverTo}
          onInput={({ currentTarget }) => onDraft({ handOverTo: currentTarget.value })}
        />
      </label>
      <datalist id="colleagues">
        {colleagues.map(id => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <Words
        question="What do they need to know? It becomes a note of the case"
        maxLength={2000}
        value={draft.handOverWords}
        onWrite={handOverWords => onDraft({ handOverWords })}
      />
    </ChoiceForm>
  )
}

interface CaseFormProps extends FormProps {
  readonly file: CaseFile
}

const contradictedIn = ({ review }: CaseFile, decision: string | null): readonly string[] =>
  review.contradictions.find(each => each.decision === decision)?.fields ?? []

const approved = statusOf('verified').subStatus

/** Whether an approval has to say something: to strong flags, or against what was found. */
export const needsWords = (file: CaseFile): boolean =>
  strongIn(file.review.flags).length > 0 || contradictedIn(file, approved).length > 0

interface AgainstProps extends Pick<FormProps, 'onDraft'> {
  readonly fields: readonly string[]
  readonly value: Partial<AgainstFinding>
  readonly hasFocus?: boolean
}

/** Why a decision is taken against what was found. */
const Against = ({
  fields,
  value: { reason, explanation = '' },
  hasFocus = false,
  onDraft,
}: AgainstProps) => {
  const choices = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const find = (selector: string) => choices.current?.querySelector<HTMLInputElement>(selector)
    if (hasFocus) (find('input:checked') ?? find('input'))?.focus()
  }, [])
  return (
    <>
      <p class="against">
        Against what was found: <strong>{fields.join(', ')}</strong>
      </p>
      <fieldset ref={choices}>
        <legend>Why?</legend>
        {(Object.entries(contradictionReasons) as [ContradictionReason, string][]).map(([each, words]) => (
          <label key={each}>
            <input
              type="radio"
              name="against"
              value={each}
              checked={each === reason}
              onChange={() => onDraft({ against: each })}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      <Words
        question="In words, which the customer reads"
        maxLength={1000}
        value={explanation}
        onWrite={words => onDraft({ explanation: words })}
      />
    </>
  )
}

/** What is sent of it; undefined while it lacks something. */
const toAgainstFinding = ({ reason, explanation = '' }: Partial<AgainstFinding>) =>
  reason && explanation.trim() !== '' ? { reason, explanation: explanation.trim() } : undefined

/** What was said against the finding by whoever decided the same first, or is written here. */
const answerOf = ({ review: { staged } }: CaseFile, decision: string | null, draft: Draft) => {
  const before = staged?.reason === decision ? staged?.againstFinding : undefined
  return { reason: draft.against ?? before?.reason, explanation: draft.explanation ?? before?.explanation }
}

/** Asks for what an approval has to say. */
export const ApproveForm = ({ file, draft, onDraft, canDecide, onDecide, onCancel }: CaseFormProps) => {
  const strong = strongIn(file.review.flags).length
  const fields = contradictedIn(file, approved)
  const answer = answerOf(file, approved, draft)
  const againstFinding = fields.length > 0 ? toAgainstFinding(answer) : undefined
  const flagsAnswer = draft.flagsAnswer.trim()
  const isAnswered = strong === 0 || flagsAnswer !== ''
  const isExplained = fields.length === 0 || againstFinding !== undefined
  return (
    <ChoiceForm
      title="Approve it"
      shortcut="Ctrl Enter"
      canSend={canDecide && isAnswered && isExplained}
      onSend={() =>
        onDecide({
          decision: 'approve',
          ...(strong > 0 && { flagsAnswer }),
          ...(againstFinding && { againstFinding }),
        })
      }
      onCancel={onCancel}
    >
      {fields.length > 0 && <Against hasFocus fields={fields} value={answer} onDraft={onDraft} />}
      {strong > 0 && (
        <Words
          hasFocus={fields.length === 0}
          question={`What explains the ${strong === 1 ? 'strong flag' : `${strong} strong flags`}? The customer does not read it.`}
          maxLength={1000}
          value={draft.flagsAnswer}
          onWrite={words => onDraft({ flagsAnswer: words })}
        />
      )}
    </ChoiceForm>
  )
}

/** Free of what keys do beside the form. */
const reasonKeys = 'defghij'

interface RejectProps extends CaseFormProps {
  readonly missing: string | undefined
}

const unreachable = statusOf('employerUnreachable').subStatus

/** The reasons for which this product can be rejected. The finding is chosen already, and nothing is sent by itself. */
export const RejectForm = (props: RejectProps) => {
  const { file, missing, draft, onDraft, canDecide, onDecide, onCancel } = props
  const reasons = useRef<HTMLFieldSetElement>(null)
  const { suggestedReason, staged } = file.review
  const possible = reasonsFor(file.product)
  const reason = draft.reason ?? possible.find(each => each === staged?.reason) ?? suggestedReason
  const isPossible = (each: string): boolean => each !== unreachable || missing === undefined
  const fields = contradictedIn(file, reason)
  const answer = answerOf(file, reason, draft)
  const againstFinding = fields.length > 0 ? toAgainstFinding(answer) : undefined
  const isExplained = fields.length === 0 || againstFinding !== undefined
  useLayoutEffect(() => {
    const find = (selector: string) => reasons.current?.querySelector<HTMLInputElement>(selector)
    const radio = find('input:checked') ?? find('input:enabled')
    radio?.focus()
  }, [])
  return (
    <ChoiceForm
      title="Reject it"
      shortcut="Enter"
      onCancel={onCancel}
      canSend={canDecide && reason !== null && isPossible(reason) && isExplained}
      onSend={() =>
        onDecide({
          decision: 'reject',
          reason: reason as DecideRequest['reason'],
          ...(againstFinding && { againstFinding }),
        })
      }
    >
      <fieldset ref={reasons}>
        <legend>Reason</legend>
        {possible.map((each, index) => (
          <label key={each}>
            <input
              type="radio"
              name="reason"
              value={each}
              aria-keyshortcuts={reasonKeys[index]}
              checked={each === reason}
              disabled={!isPossible(each)}
              onChange={() => onDraft({ reason: each })}
            />
            <span>
              {each}
              {each === suggestedReason && <span class="quiet"> as found</span>}
              {!isPossible(each) && <span class="quiet"> not yet: {missing}</span>}
              <Key>{reasonKeys[index]!.toUpperCase()}</Key>
            </span>
          </label>
        ))}
      </fieldset>
      {fields.length > 0 && <Against fields={fields} value={answer} onDraft={onDraft} />}
    </ChoiceForm>
  )
}

/** A decision that a second reviewer has to confirm. */
export const StagedDecision = ({ review: { staged } }: { review: Review }) => {
  if (!staged) return null
  return (
    <div class="staged">
      <p>
        <strong>{staged.by} decided</strong> first: <strong>{staged.reason}</strong>,{' '}
        {formatDateTime(staged.at)}.
      </p>
      {staged.adminComment && (
        <p>
          For the customer: <bdi>{staged.adminComment}</bdi>
        </p>
      )}
      <AgainstFindingNote said={staged.againstFinding} />
      <p>It needs a second reviewer: decide the same to confirm it, or decide otherwise.</p>
    </div>
  )
}
