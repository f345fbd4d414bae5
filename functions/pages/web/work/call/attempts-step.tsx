import type {
  attemptOutcomes,
  channels,
  contactSources,
  RecordContactAttempt,
} from '../../../../../shared/employer/contract.ts'
import type { Question } from '../../../../../shared/link/question.ts'
import { parseLocalTime } from '../../../../../shared/texts/format.ts'
import { callApi } from '../../ui/api.ts'
import type { EmployerContact } from '../../ui/employer-contact.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Heading } from '../../ui/page.tsx'
import type { Answers } from '../visit/answers.ts'
import { Next, Section } from '../visit/parts.tsx'
import { DraftForm, useDraft, written } from './draft.tsx'
import { LoadError, MissingEffort, type StepProps } from './employer-data.tsx'

const channelWords = {
  phone: 'Phone call',
  email: 'Email',
  sms: 'Text message',
  visit: 'Visit',
  letter: 'Letter',
} as const satisfies Record<(typeof channels)[number], string>

const outcomeWords = {
  reached: 'I reached somebody',
  noAnswer: 'Nobody answered',
  refused: 'They may not answer',
  wrongNumber: 'Wrong number or address',
  bounced: 'The message came back',
  closed: 'The place is closed',
} as const satisfies Record<(typeof attemptOutcomes)[number], string>

export const sourceWords = {
  order: 'The one shown here',
  publicListing: 'A public listing',
  register: 'The company register',
  employer: 'Somebody at the employer',
  applicant: 'The applicant',
} as const satisfies Record<(typeof contactSources)[number], string>

const at: Question = {
  name: 'at',
  label: 'Day and time',
  hint: 'Of the last 24 hours, Nigerian time.',
  as: 'datetime-local',
  isNeeded: true,
}
const contact = { name: 'contact', label: 'Which number or address was it?', maxLength: 254, isNeeded: true }

const attemptQuestions = ({ when, contactFrom }: Answers): readonly Question[] => [
  { name: 'channel', label: 'How did you try?', choices: channelWords, isNeeded: true },
  { name: 'outcome', label: 'What came of it?', choices: outcomeWords, isNeeded: true },
  { name: 'when', label: 'When?', choices: { now: 'Just now', earlier: 'Earlier' }, isNeeded: true },
  ...(when === 'earlier' ? [at] : []),
  { name: 'contactFrom', label: 'Where was the contact from?', choices: sourceWords, isNeeded: true },
  ...(contactFrom && contactFrom !== 'order' ? [contact] : []),
  { name: 'comment', label: 'Anything to add', maxLength: 500, as: 'long' },
]

/** Without a time the attempt was made when it arrives. */
const attemptOf = (answers: Answers) => {
  const { channel, outcome, contactFrom, when } = answers
  const comment = written(answers, 'comment')
  return {
    channel,
    outcome,
    contactFrom,
    ...(when === 'earlier' && { at: parseLocalTime(answers.at!).toISOString() }),
    ...(contactFrom !== 'order' && { contact: written(answers, 'contact') }),
    ...(comment && { comment }),
  } as RecordContactAttempt
}

const Line = ({ attempt }: { readonly attempt: EmployerContact['attempts']['data'][number] }) => {
  const { channel, outcome, at, by, contact, contactFrom, comment } = attempt
  return (
    <li class="sent-line">
      <span>
        <strong>
          {channelWords[channel]}: {outcomeWords[outcome].toLowerCase()}
        </strong>
        <span class="quiet">
          {formatDateTime(at)}
          {by === 'employer' && ' · said on the page'}
        </span>
        {contact && (
          <span>
            {contact} ({sourceWords[contactFrom].toLowerCase()})
          </span>
        )}
        {comment && <span>{comment}</span>}
      </span>
    </li>
  )
}

const NewAttempt = ({ call, office }: StepProps) => {
  const draft = useDraft(call, 'attempt')
  return (
    <>
      <Heading>Note an attempt</Heading>
      <DraftForm
        call={call}
        office={office}
        draft={draft}
        questions={attemptQuestions(draft.answers)}
        words="Note it"
        body={() => attemptOf(draft.answers)}
        send={request => callApi('POST /v1/operations/assignments/{id}/attempts', request)}
        back={{ step: 'attempts', words: 'Back to the attempts' }}
      />
    </>
  )
}

export const AttemptsStep = (props: StepProps) => {
  const { call, office, detail } = props
  if (detail === 'new') return <NewAttempt {...props} />
  const attempts = office.value?.attempts
  return (
    <>
      <Heading>Attempts</Heading>
      <LoadError office={office} />
      {attempts?.data.length === 0 && <p class="quiet">Nothing is noted yet.</p>}
      <ul class="lines">
        {attempts?.data.map(attempt => (
          <Line key={attempt.id} attempt={attempt} />
        ))}
      </ul>
      {attempts && (
        <Section id="lacks" title="If nobody can be reached">
          <MissingEffort id={call.id} attempts={attempts} />
        </Section>
      )}
      <Next to={['call', call.id, 'attempts', 'new']} words="Note an attempt" />
    </>
  )
}
