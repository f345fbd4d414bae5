import { useEffect, useRef, useState } from 'preact/hooks'
import { Field } from '../../../../../shared/link/field.tsx'
import type { Question } from '../../../../../shared/link/question.ts'
import { setUnsaved, findUnsaved, useUnsaved } from '../storage/unsaved.ts'
import { useStorageFault } from '../storage/use-stored.ts'
import type { Answers } from './answers.ts'

/**
 * A form's answers; each is stored the moment it is given. One that the phone refuses stays on the screen, says so, and
 * is stored once there is room. @param form by which they are known while they are not stored
 */
export const useAnswers = (
  form: string,
  stored: Answers,
  store: (name: string, value: string) => Promise<void>,
) => {
  const [answers, setAnswers] = useState({ ...stored, ...findUnsaved(form) })
  // Tries overtake one another: the last value of each answer tells how it stands.
  const latest = useRef<Record<string, string>>({ ...answers })
  const unsaved = useUnsaved(form)
  const fault = useStorageFault()
  const save = (name: string, value: string) =>
    store(name, value).then(
      () => latest.current[name] === value && setUnsaved(form, name, undefined),
      () => latest.current[name] === value && setUnsaved(form, name, value),
    )
  useEffect(() => {
    if (!fault) for (const [name, value] of Object.entries(findUnsaved(form))) void save(name, value)
  }, [fault])
  const onAnswer = (name: string, value: string): void => {
    latest.current[name] = value
    setAnswers(before => ({ ...before, [name]: value }))
    if (findUnsaved(form)[name] !== undefined) setUnsaved(form, name, value)
    void save(name, value)
  }
  return { answers, unsaved, onAnswer }
}

const refused = 'Not saved: this phone has no room for it. It is on the screen only.'

interface FieldsProps extends ReturnType<typeof useAnswers> {
  readonly questions: readonly Question[]
}

export const Fields = ({ questions, answers, unsaved, onAnswer }: FieldsProps) => (
  <>
    {questions.map(question => {
      const isUnsaved = unsaved[question.name] !== undefined
      return (
        <div key={question.name} class="answer">
          <Field
            question={question}
            value={answers[question.name]}
            error={isUnsaved ? refused : undefined}
            onAnswer={value => onAnswer(question.name, value)}
          />
          {answers[question.name] && !isUnsaved && <p class="kept">Saved on this phone</p>}
        </div>
      )
    })}
  </>
)
