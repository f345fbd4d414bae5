import type { Question } from '../../../../../shared/link/question.ts'
import { hashUrl } from '../../ui/page.tsx'
import { withTimeout } from '../queue/retry.ts'
import { updateRecord } from '../storage/database.ts'
import type { Call, CallForm } from '../storage/records.ts'
import { visitForm } from '../storage/unsaved.ts'
import type { Answers } from '../visit/answers.ts'
import { Fields, useAnswers } from '../visit/field.tsx'
import { Back } from '../visit/parts.tsx'
import type { StepProps } from './employer-data.tsx'
import { SendButton } from './send-button.tsx'

export const useDraft = (call: Call, form: CallForm) => {
  const store = (name: string, value: string) =>
    updateRecord('calls', call, ({ drafts }) => ({
      drafts: { ...drafts, [form]: { ...drafts[form], [name]: value } },
    }))
  return { form, ...useAnswers(`${visitForm(call)} ${form}`, call.drafts[form] ?? {}, store) }
}
export type Draft = ReturnType<typeof useDraft>

/** What was written as an answer; undefined for nothing. */
export const written = (answers: Answers, name: string): string | undefined =>
  answers[name]?.trim() || undefined

/** The questions that still have to be answered, in words. */
export const missingWords = (questions: readonly Question[], answers: Answers): readonly string[] =>
  questions.filter(({ name, isNeeded }) => isNeeded && !written(answers, name)).map(({ label }) => label)

/** The idempotency key: the same as before for the same content, if no answer came to it. */
const idempotencyKeyFor = async (call: Call, form: CallForm, body: string): Promise<string> => {
  let idempotencyKey: string = crypto.randomUUID()
  await updateRecord('calls', call, ({ tries }) => {
    const before = tries[form]
    if (before?.body !== body) return { tries: { ...tries, [form]: { idempotencyKey, body } } }
    idempotencyKey = before.idempotencyKey
    return undefined
  })
  return idempotencyKey
}

const timeoutMs = 60_000

interface DraftRequest<Body> {
  readonly params: { readonly id: string }
  readonly body: Body
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

/** Sends a form, once however often it is tried, and clears it. @throws ApiProblem, NetworkError */
export const sendDraft = async <Body,>(
  call: Call,
  form: CallForm,
  body: Body,
  send: (request: DraftRequest<Body>) => Promise<unknown>,
): Promise<void> => {
  const idempotencyKey = await idempotencyKeyFor(call, form, JSON.stringify(body))
  await send({ params: { id: call.id }, body, idempotencyKey, signal: withTimeout(timeoutMs) })
  await updateRecord('calls', call, ({ drafts, tries }) => ({
    drafts: { ...drafts, [form]: {} },
    tries: { ...tries, [form]: undefined },
  }))
}

interface DraftFormProps<Body> extends Pick<StepProps, 'call' | 'office'> {
  readonly draft: Draft
  readonly questions: readonly Question[]
  readonly words: string
  /** Built only once the form is complete. */
  readonly body: () => Body
  readonly send: (request: DraftRequest<Body>) => Promise<unknown>
  /** The step that shows what was sent. */
  readonly back: { readonly step: string; readonly words: string }
}

/** A form on a screen of its own, whose step shows what was sent. */
export const DraftForm = <Body,>(props: DraftFormProps<Body>) => {
  const { call, office, draft, questions, words, body, send, back } = props
  const route = ['call', call.id, back.step]
  const onSend = async () => {
    await sendDraft(call, draft.form, body(), send)
    void office.again()
    location.hash = hashUrl(...route)
  }
  return (
    <>
      <Fields questions={questions} {...draft} />
      <SendButton
        words={words}
        questions={questions}
        onSend={onSend}
        missing={missingWords(questions, draft.answers)}
        isOffline={office.isOffline}
      />
      <Back to={route} words={back.words} />
    </>
  )
}
