import type {
  attemptOutcomes,
  channels,
  contactSources,
  RecordContactAttempt,
} from '../../../../../shared/employer/contact/attempt-contract.ts'
import type { Answers, Question } from '../visit/answers.ts'
import { written } from './draft.ts'

export const channelWords = {
  phone: 'Phone call',
  email: 'Email',
  sms: 'Text message',
  visit: 'Visit',
  letter: 'Letter',
} as const satisfies Record<(typeof channels)[number], string>

export const outcomeWords = {
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

const when: Question = {
  name: 'when',
  words: 'When?',
  choices: { now: 'Just now', earlier: 'Earlier' },
  isNeeded: true,
}
const at: Question = {
  name: 'at',
  words: 'Day and time',
  hint: 'Of the last 24 hours.',
  kind: 'datetime-local',
  isNeeded: true,
}
const contact: Question = {
  name: 'contact',
  words: 'Which number or address was it?',
  maxLength: 254,
  isNeeded: true,
}

/** What is asked of an attempt to reach an employer. */
export const attemptQuestions = ({ when: time, contactFrom }: Answers): readonly Question[] => [
  { name: 'channel', words: 'How did you try?', choices: channelWords, isNeeded: true },
  { name: 'outcome', words: 'What came of it?', choices: outcomeWords, isNeeded: true },
  when,
  ...(time === 'earlier' ? [at] : []),
  { name: 'contactFrom', words: 'Where was the contact from?', choices: sourceWords, isNeeded: true },
  ...(contactFrom && contactFrom !== 'order' ? [contact] : []),
  { name: 'comment', words: 'Anything to add', maxLength: 500, isLong: true },
]

/** The attempt as it is sent. Without a time it was made when it arrives. */
export const attemptOf = (answers: Answers): RecordContactAttempt => {
  const { channel, outcome, contactFrom, when } = answers
  const comment = written(answers, 'comment')
  const isOther = contactFrom !== 'order'
  return {
    channel,
    outcome,
    contactFrom,
    ...(when === 'earlier' && { at: new Date(answers.at!).toISOString() }),
    ...(isOther && { contact: written(answers, 'contact') }),
    ...(comment && { comment }),
  } as RecordContactAttempt
}
