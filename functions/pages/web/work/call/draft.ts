import { useState } from 'preact/hooks'
import { withTimeout } from '../queue/retry.ts'
import { updateCall } from '../storage/calls.ts'
import type { Call, CallForm } from '../storage/records.ts'
import type { Answers, Question } from '../visit/answers.ts'

export interface Draft {
  readonly form: CallForm
  readonly answers: Answers
  readonly onAnswer: (name: string, value: string) => void
}

/** A form's answers; each is stored the moment it is given. */
export const useDraft = (call: Call, form: CallForm): Draft => {
  const [answers, setAnswers] = useState<Answers>(call.drafts[form] ?? {})
  const onAnswer = (name: string, value: string) => {
    setAnswers(before => ({ ...before, [name]: value }))
    void updateCall(call, ({ drafts }) => ({
      drafts: { ...drafts, [form]: { ...drafts[form], [name]: value } },
    }))
  }
  return { form, answers, onAnswer }
}

/** What was written as an answer; undefined for nothing. */
export const written = (answers: Answers, name: string): string | undefined =>
  answers[name]?.trim() || undefined

/** The questions that still have to be answered, in words. */
export const missingWords = (questions: readonly Question[], answers: Answers): readonly string[] =>
  questions.filter(({ name, isNeeded }) => isNeeded && !written(answers, name)).map(({ words }) => words)

/** The idempotency key: the same as before for the same content, if no answer came to it. */
const idempotencyKeyFor = async (call: Call, form: CallForm, body: string): Promise<string> => {
  let idempotencyKey: string = crypto.randomUUID()
  await updateCall(call, ({ tries }) => {
    const before = tries[form]
    if (before?.body !== body) return { tries: { ...tries, [form]: { idempotencyKey, body } } }
    idempotencyKey = before.idempotencyKey
    return undefined
  })
  return idempotencyKey
}

const timeoutMs = 60_000

/** Sends a form, once however often it is tried, and clears it. @throws ApiProblem, NetworkError */
export const sendDraft = async <Body>(
  call: Call,
  form: CallForm,
  body: Body,
  send: (request: {
    params: { id: string }
    body: Body
    idempotencyKey: string
    signal: AbortSignal
  }) => Promise<unknown>,
): Promise<void> => {
  const idempotencyKey = await idempotencyKeyFor(call, form, JSON.stringify(body))
  await send({ params: { id: call.id }, body, idempotencyKey, signal: withTimeout(timeoutMs) })
  await updateCall(call, ({ drafts, tries }) => ({
    drafts: { ...drafts, [form]: {} },
    tries: { ...tries, [form]: undefined },
  }))
}
