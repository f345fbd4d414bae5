import { useState } from 'preact/hooks'
import { Heading } from '../../ui/page.tsx'
import { updateVisit } from '../storage/visits.ts'
import { aboutOf } from './about.ts'
import {
  type Answers,
  businessQuestions,
  commentQuestion,
  findingsQuestions,
  neighbourQuestions,
  personQuestions,
  placeQuestions,
} from './answers.ts'
import { Field, Fields } from './field.tsx'
import { Next, type StepProps } from './parts.tsx'

/** The answers; each is stored the moment it is given. */
const useAnswers = ({ visit }: StepProps) => {
  const [answers, setAnswers] = useState<Answers>(visit.answers)
  const onAnswer = (name: string, value: string) => {
    setAnswers(before => ({ ...before, [name]: value }))
    void updateVisit(visit, ({ answers }) => ({ answers: { ...answers, [name]: value } }))
  }
  return { answers, onAnswer }
}

export const AnswerStep = (props: StepProps) => {
  const about = aboutOf(props.visit.work)
  const shown = useAnswers(props)
  const exists = shown.answers.addressExists === 'yes'
  if (props.visit.report)
    return (
      <>
        <Heading>Answers</Heading>
        <p>You have signed this report. It goes to the office as it is.</p>
      </>
    )
  return (
    <>
      <Heading>What did you find?</Heading>
      <Fields questions={findingsQuestions(about, shown.answers)} {...shown} />
      {exists && <Fields questions={placeQuestions} {...shown} />}
      {exists && about.isBusiness && (
        <details>
          <summary>About the business</summary>
          <Fields questions={businessQuestions} {...shown} />
        </details>
      )}
      <details>
        <summary>Somebody nearby who knew</summary>
        <Fields questions={neighbourQuestions} {...shown} />
      </details>
      {exists && !about.isBusiness && <Fields questions={personQuestions} {...shown} />}
      <Field question={commentQuestion} {...shown} />
      <p class="quiet" role="status">
        Every answer is saved on this phone as you give it.
      </p>
      <Next id={props.visit.id} step="sign" words="Go on and sign" />
    </>
  )
}
