import { Heading } from '../../ui/page.tsx'
import { updateRecord } from '../storage/database.ts'
import { visitForm } from '../storage/unsaved.ts'
import { aboutOf } from './about.ts'
import {
  businessQuestions,
  commentQuestion,
  findingsQuestions,
  neighbourQuestions,
  placeFactQuestions,
  placeQuestions,
} from './answers.ts'
import { Fields, useAnswers } from './field.tsx'
import { describeUnsaved, Next, type StepProps } from './parts.tsx'

export const AnswerStep = ({ visit }: StepProps) => {
  const about = aboutOf(visit.work)
  const shown = useAnswers(visitForm(visit), visit.answers, (name, value) =>
    updateRecord('visits', visit, ({ answers }) => ({ answers: { ...answers, [name]: value } })),
  )
  const exists = shown.answers.addressExists === 'yes'
  if (visit.report)
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
      {exists && (
        <details>
          <summary>Help the next agent who comes to this house</summary>
          <p class="quiet">
            Other agents who come to this address see what you tick, and not who told it. The customer does
            not.
          </p>
          <Fields questions={placeFactQuestions} {...shown} />
        </details>
      )}
      <Fields questions={[commentQuestion]} {...shown} />
      <p class="quiet" role="status">
        {describeUnsaved(shown.unsaved) ?? 'Every answer is saved on this phone as you give it.'}
      </p>
      <Next to={['visit', visit.id, 'sign']} words="Go on and sign" />
    </>
  )
}
