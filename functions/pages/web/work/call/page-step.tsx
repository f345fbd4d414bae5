import type * as z from 'zod/mini'
import type { SendLink, SentLink } from '../../../../../shared/employer/contract.ts'
import type { Question } from '../../../../../shared/link/question.ts'
import { callApi, type RequestOf } from '../../ui/api.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Heading } from '../../ui/page.tsx'
import { sync } from '../queue/sync.ts'
import { personOf } from '../visit/about.ts'
import type { Answers } from '../visit/answers.ts'
import { Next } from '../visit/parts.tsx'
import { sourceWords } from './attempts-step.tsx'
import { DraftForm, useDraft, written } from './draft.tsx'
import { type HeldCall, LoadError, type StepProps } from './employer-data.tsx'

type SentPage = z.infer<typeof SentLink>

const { order: _order, ...found } = sourceWords

const linkQuestions = ({ channel, where }: Answers, { employer }: HeldCall['work']): readonly Question[] => {
  const [known, to, as] =
    channel === 'sms'
      ? ([employer.phone, 'Which phone number?', 'tel'] as const)
      : ([employer.email, 'Which email address?', 'email'] as const)
  const channels = { email: 'By email', sms: 'By text message' }
  const recipients = { order: known, other: 'Another one' }
  const isOther = channel && where === 'other'
  return [
    { name: 'channel', label: 'How should it go?', choices: channels, isNeeded: true },
    ...(channel ? [{ name: 'where', label: 'Where to?', choices: recipients, isNeeded: true }] : []),
    ...(isOther ? [{ name: 'to', label: to, maxLength: 254, as, isNeeded: true }] : []),
    ...(isOther ? [{ name: 'toFrom', label: 'Where did you find it?', choices: found, isNeeded: true }] : []),
  ]
}

const linkOf = (answers: Answers) => {
  const { channel, where, toFrom } = answers
  const other = where === 'other' ? { to: written(answers, 'to'), toFrom } : {}
  return { purpose: 'attest', channel, ...other } as SendLink
}

const documentsQuestions: readonly Question[] = [
  {
    name: 'channel',
    label: 'How should we ask the applicant?',
    choices: { sms: 'By text message', email: 'By email' },
    isNeeded: true,
  },
]

const messageWords: Readonly<Record<NonNullable<SentPage['message']>, string>> = {
  sending: 'On its way',
  sent: 'Sent',
  uncertain: 'Perhaps it arrived',
  undeliverable: 'It cannot be delivered there. Send it another way.',
  unsent: 'It could not be sent. Send it another way.',
  outsideCountries: 'No text messages are sent to numbers of that country. Send it another way.',
  limitReached: 'Too many messages were sent there today. Ask them by phone.',
}

const linkState = ({ state, message, openedAt, answeredAt }: SentPage): string => {
  if (state === 'answered') return `Answered ${formatDateTime(answeredAt!)}`
  if (state === 'revoked') return 'Replaced by a later one'
  if (state === 'opened') return `Opened ${formatDateTime(openedAt!)}, not answered yet`
  return message ? messageWords[message] : 'On its way'
}

const sendLink = (request: RequestOf<'POST /v1/operations/assignments/{id}/links'>) =>
  callApi('POST /v1/operations/assignments/{id}/links', request)
const toSend = { words: 'Send it', send: sendLink, back: { step: 'page', words: 'Back to what was sent' } }

const NewPage = ({ call, office }: StepProps) => {
  const draft = useDraft(call, 'link')
  const isAnother = office.value?.links.some(({ purpose }) => purpose === 'attest')
  return (
    <>
      <Heading>Send the employer a page</Heading>
      <p>They answer on it by themselves. What they say goes to the office, and this call is done.</p>
      {isAnother && <p class="notice">A new page takes the place of the one before.</p>}
      <DraftForm
        call={call}
        office={office}
        draft={draft}
        {...toSend}
        questions={linkQuestions(draft.answers, call.work)}
        body={() => linkOf(draft.answers)}
      />
    </>
  )
}

const Documents = ({ call, office }: StepProps) => {
  const draft = useDraft(call, 'documents')
  return (
    <>
      <Heading>Ask the applicant</Heading>
      <p>
        {personOf(call.work)} gets a page that asks for documents, and for somebody else to call. It can be
        sent once enough attempts have failed.
      </p>
      <DraftForm
        call={call}
        office={office}
        draft={draft}
        {...toSend}
        questions={documentsQuestions}
        body={() => ({ purpose: 'documents', channel: draft.answers.channel }) as SendLink}
      />
    </>
  )
}

const Said = ({ link: { said } }: { readonly link: SentPage }) => {
  if (!said) return null
  const contact = [said.contactName, said.contactPhone, said.contactEmail].filter(Boolean).join(', ')
  return (
    <>
      <span>{said.has === 'some' ? `Documents: ${said.which ?? 'yes'}` : 'They have no documents.'}</span>
      {contact && <span>Somebody to ask: {contact}</span>}
      {said.comment && <span>{said.comment}</span>}
    </>
  )
}

const Line = ({ link }: { readonly link: SentPage }) => {
  const { purpose, channel, to, sentAt } = link
  return (
    <li class="sent-line">
      <span>
        <strong>{linkState(link)}</strong>
        <span>
          {purpose === 'attest' ? 'To the employer' : 'To the applicant'},{' '}
          {channel === 'sms' ? 'text message' : 'email'}
          {to && `: ${to}`}
        </span>
        <span class="quiet">Sent {formatDateTime(sentAt)}</span>
        <Said link={link} />
      </span>
    </li>
  )
}

export const PageStep = (props: StepProps) => {
  const { call, office, detail } = props
  if (detail === 'new') return <NewPage {...props} />
  if (detail === 'documents') return <Documents {...props} />
  const links = office.value?.links
  const look = () => {
    void office.again()
    sync()
  }
  return (
    <>
      <Heading>A page to answer on</Heading>
      <LoadError office={office} />
      {links?.length === 0 && <p class="quiet">No page was sent yet.</p>}
      <ul class="lines" aria-live="polite">
        {links?.map(link => (
          <Line key={`${link.purpose} ${link.number}`} link={link} />
        ))}
      </ul>
      {links && links.length > 0 && !office.isOffline && (
        <button type="button" class="plain" onClick={look}>
          Look again
        </button>
      )}
      <Next to={['call', call.id, 'page', 'new']} words="Send the employer a page" />
    </>
  )
}
