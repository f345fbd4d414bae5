import type { VNode } from 'preact'
import type { Question } from '../visit/answers.ts'
import { Field } from '../visit/field.tsx'
import type { Draft } from './draft.ts'

/** Questions one below the other. */
export const Fields = ({
  questions,
  draft: { answers, onAnswer },
}: {
  readonly questions: readonly Question[]
  readonly draft: Draft
}): VNode => (
  <>
    {questions.map(question => (
      <Field key={question.name} question={question} answers={answers} onAnswer={onAnswer} />
    ))}
  </>
)
