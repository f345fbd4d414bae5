import { useState } from 'preact/hooks'
import type { Answers, Question } from './answers.ts'

/** A form's answers; each is stored the moment it is given. */
export const useAnswers = (stored: Answers, store: (name: string, value: string) => Promise<void>) => {
  const [answers, setAnswers] = useState(stored)
  const onAnswer = (name: string, value: string): void => {
    setAnswers(before => ({ ...before, [name]: value }))
    void store(name, value)
  }
  return { answers, onAnswer }
}

interface FieldProps extends ReturnType<typeof useAnswers> {
  readonly question: Question
}

const Choices = ({ question: { name, words, hint, choices = {} }, answers, onAnswer }: FieldProps) => (
  <fieldset class="field" id={`question-${name}`}>
    <legend>{words}</legend>
    {hint && <p class="quiet">{hint}</p>}
    <div class="choices">
      {Object.entries(choices).map(([value, label]) => (
        <label key={value} class="choice">
          <input
            type="radio"
            name={name}
            value={value}
            checked={answers[name] === value}
            onChange={() => onAnswer(name, value)}
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
)

/** Dates have input types of their own; the rest is text with a suitable keyboard. */
const typingOf = (kind: NonNullable<Question['kind']>) =>
  kind === 'date' || kind === 'datetime-local'
    ? ({ type: kind } as const)
    : ({ type: 'text', inputMode: kind } as const)

const Written = ({ question, answers, onAnswer }: FieldProps) => {
  const { name, words, hint, maxLength, isLong, kind = 'text' } = question
  const common = {
    id: `question-${name}`,
    value: answers[name] ?? '',
    maxLength,
    'aria-describedby': hint ? `hint-${name}` : undefined,
    onInput: (event: Event) => onAnswer(name, (event.target as HTMLInputElement).value),
  }
  return (
    <div class="field">
      <label for={common.id}>{words}</label>
      {hint && (
        <p class="quiet" id={`hint-${name}`}>
          {hint}
        </p>
      )}
      {isLong ? (
        <textarea rows={3} {...common} />
      ) : (
        <input {...typingOf(kind)} autoComplete="off" {...common} />
      )}
    </div>
  )
}

export const Field = (props: FieldProps) =>
  props.question.choices ? <Choices {...props} /> : <Written {...props} />

interface FieldsProps extends Omit<FieldProps, 'question'> {
  readonly questions: readonly Question[]
}

export const Fields = ({ questions, ...rest }: FieldsProps) => (
  <>
    {questions.map(question => (
      <Field key={question.name} question={question} {...rest} />
    ))}
  </>
)
