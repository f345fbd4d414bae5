import { useState } from 'preact/hooks'
import { Field } from '../../../../../shared/link/field.tsx'
import type { Question } from '../../../../../shared/link/question.ts'
import type { Answers } from './answers.ts'

/** A form's answers; each is stored the moment it is given. */
export const useAnswers = (stored: Answers, store: (name: string, value: string) => Promise<void>) => {
  const [answers, setAnswers] = useState(stored)
  const onAnswer = (name: string, value: string): void => {
    setAnswers(before => ({ ...before, [name]: value }))
    void store(name, value)
  }
  return { answers, onAnswer }
}

interface FieldsProps extends ReturnType<typeof useAnswers> {
  readonly questions: readonly Question[]
}

export const Fields = ({ questions, answers, onAnswer }: FieldsProps) => (
  <>
    {questions.map(question => (
      <Field
        key={question.name}
        question={question}
        value={answers[question.name]}
        onAnswer={value => onAnswer(question.name, value)}
      />
    ))}
  </>
)
