import { useState } from 'preact/hooks'
import { updateCall } from '../storage/calls.ts'
import type { Call, CallForm } from '../storage/records.ts'
import type { Answers, Question } from '../visit/answers.ts'

export interface Draft {
  readonly form: CallForm
  readonly answers: Answers
  readonly onAnswer: (name: string, value: string) => void
}

/** A form as it stands on the screen; each answer is kept the moment it is given. */
export const useDraft = (call: Call, form: CallForm): Draft => {
  const [answers, setAnswers] = useState<Answers>(call.drafts[form] ?? {})
  const onAnswer = (name: string, value: string) => {
    setAnswers(standing => ({ ...standing, [name]: value }))
    void updateCall(call, ({ drafts }) => ({
      drafts: { ...drafts, [form]: { ...drafts[form], [name]: value } },
    }))
  }
  return { form, answers, onAnswer }
}

/** What was written in answer to a question; undefined for nothing. */
export const written = (answers: Answers, name: string): string | undefined =>
  answers[name]?.trim() || undefined

/** The questions that still have to be answered. */
export const stillMissing = (questions: readonly Question[], answers: Answers): readonly Question[] =>
  questions.filter(({ name, isNeeded }) => isNeeded && !written(answers, name))

/** The key for what is sent now: the one of before for the same again, of which no answer came. */
const keyFor = async (call: Call, form: CallForm, body: string): Promise<string> => {
  let idempotencyKey: string = crypto.randomUUID()
  await updateCall(call, ({ tries }) => {
    const before = tries[form]
    if (before?.body !== body) return { tries: { ...tries, [form]: { idempotencyKey, body } } }
    idempotencyKey = before.idempotencyKey
    return undefined
  })
  return idempotencyKey
}

/** Sends what was filled in, once however often it is tried, and clears the form. @throws Refusal, Unreachable */
export const sendDraft = async <Body>(
  call: Call,
  { form, body }: { readonly form: CallForm; readonly body: Body },
  send: (body: Body, idempotencyKey: string) => Promise<unknown>,
): Promise<void> => {
  await send(body, await keyFor(call, form, JSON.stringify(body)))
  await updateCall(call, ({ drafts, tries }) => ({
    drafts: { ...drafts, [form]: {} },
    tries: { ...tries, [form]: undefined },
  }))
}
