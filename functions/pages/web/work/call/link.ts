import type * as z from 'zod/mini'
import type { SendLink, SentLink } from '../../../../../shared/employer/contact/link-contract.ts'
import { formatDateTime } from '../../ui/format.ts'
import type { Answers, Question } from '../visit/answers.ts'
import { sourceWords } from './attempt.ts'
import { written } from './draft.ts'
import type { HeldCall } from './held.ts'

type Sent = z.infer<typeof SentLink>

const { order: _order, ...found } = sourceWords

/** What is asked before a page is sent to an employer. */
export const linkQuestions = (
  { channel, where }: Answers,
  { work: { employer } }: HeldCall,
): readonly Question[] => {
  const isMail = channel !== 'sms'
  const known = isMail ? employer.email : employer.phone
  const to = isMail ? 'Which email address?' : 'Which phone number?'
  return [
    {
      name: 'channel',
      words: 'How should it go?',
      choices: { email: 'By email', sms: 'By text message' },
      isNeeded: true,
    },
    ...(channel
      ? [
          {
            name: 'where',
            words: 'Where to?',
            choices: { order: known, other: 'Another one' },
            isNeeded: true,
          },
        ]
      : []),
    ...(channel && where === 'other'
      ? ([
          { name: 'to', words: to, maxLength: 254, kind: isMail ? 'email' : 'tel', isNeeded: true },
          { name: 'toFrom', words: 'Where did you find it?', choices: found, isNeeded: true },
        ] as const)
      : []),
  ]
}

export const linkOf = (answers: Answers): SendLink => {
  const { channel, where, toFrom } = answers
  const other = where === 'other' ? { to: written(answers, 'to'), toFrom } : {}
  return { purpose: 'attest', channel, ...other } as SendLink
}

export const documentsQuestions: readonly Question[] = [
  {
    name: 'channel',
    words: 'How should we ask the applicant?',
    choices: { sms: 'By text message', email: 'By email' },
    isNeeded: true,
  },
]

export const documentsOf = ({ channel }: Answers): SendLink => ({ purpose: 'documents', channel }) as SendLink

const messageWords: Readonly<Record<NonNullable<Sent['message']>, string>> = {
  sending: 'On its way',
  sent: 'Sent',
  uncertain: 'Perhaps it arrived',
  undeliverable: 'It cannot be delivered there. Send it another way.',
  unsent: 'It could not be sent. Send it another way.',
}

/** How far a page has come that was sent. */
export const linkState = ({ state, message, openedAt, answeredAt }: Sent): string => {
  if (state === 'answered') return `Answered ${formatDateTime(answeredAt!)}`
  if (state === 'revoked') return 'Replaced by a later one'
  if (state === 'opened') return `Opened ${formatDateTime(openedAt!)}, not answered yet`
  return message ? messageWords[message] : 'On its way'
}
