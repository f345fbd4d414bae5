import type { VNode } from 'preact'
import type { SendLink } from '../../../../../shared/employer/contact/link-contract.ts'
import { callApi } from '../../ui/api.ts'
import { hashUrl } from '../../ui/hash-route.ts'
import { formatDateTime } from '../../ui/format.ts'
import type { CallForm } from '../storage/records.ts'
import { withTimeout } from '../queue/timeout.ts'
import { sync } from '../queue/sync.ts'
import { Heading } from '../screens/heading.tsx'
import { personOf } from '../visit/about.ts'
import type { Question } from '../visit/answers.ts'
import { type Draft, sendDraft, stillMissing, useDraft } from './draft.ts'
import { Fields } from './fields.tsx'
import type { StepProps } from './held.ts'
import { documentsOf, documentsQuestions, linkOf, linkQuestions, linkState } from './link.ts'
import type { Links } from './employer-data.ts'
import { LoadError } from './load-error.tsx'
import { SendButton } from './send-button.tsx'

const patienceMs = 30_000

interface SendingProps extends StepProps {
  readonly form: CallForm
  readonly body: SendLink
  readonly draft: Draft
  readonly questions: readonly Question[]
}

/** What both pages are sent by. */
const Sending = ({ call, office, form, body, draft, questions }: SendingProps): VNode => {
  const send = async () => {
    await sendDraft(call, { form, body }, (body, idempotencyKey) =>
      callApi('POST /v1/operations/assignments/{id}/links', {
        params: { id: call.id },
        ...{ body, idempotencyKey, signal: withTimeout(patienceMs) },
      }),
    )
    office.lookAgain()
    location.hash = hashUrl('call', call.id, 'page')
  }
  return (
    <>
      <Fields questions={questions} draft={draft} />
      <SendButton
        words="Send it"
        questions={questions}
        missing={stillMissing(questions, draft.answers).map(({ words }) => words)}
        isOffline={office.isOffline}
        onSend={send}
      />
      <p>
        <a href={hashUrl('call', call.id, 'page')}>Back to what was sent</a>
      </p>
    </>
  )
}

const NewPage = (props: StepProps): VNode => {
  const { call, office } = props
  const draft = useDraft(call, 'link')
  const isAnother = office.known?.links.some(({ purpose }) => purpose === 'attest')
  return (
    <>
      <Heading>Send the employer a page</Heading>
      <p>They answer on it by themselves. What they say goes to the office, and this call is done.</p>
      {isAnother && <p class="notice">A new page takes the place of the one before.</p>}
      <Sending
        {...props}
        form="link"
        draft={draft}
        questions={linkQuestions(draft.answers, call)}
        body={linkOf(draft.answers)}
      />
    </>
  )
}

const Documents = (props: StepProps): VNode => {
  const draft = useDraft(props.call, 'documents')
  return (
    <>
      <Heading>Ask the applicant</Heading>
      <p>
        {personOf(props.call.work)} gets a page that asks for documents, and for somebody else to call. It can
        be sent once enough attempts have failed.
      </p>
      <Sending
        {...props}
        form="documents"
        draft={draft}
        questions={documentsQuestions}
        body={documentsOf(draft.answers)}
      />
    </>
  )
}

const Said = ({ link: { said } }: { readonly link: Links[number] }): VNode | null => {
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

const Line = ({ link }: { readonly link: Links[number] }): VNode => {
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

/** The third screen: pages that were sent, and what became of them. */
export const PageStep = (props: StepProps): VNode => {
  const { call, office, detail } = props
  if (detail === 'new') return <NewPage {...props} />
  if (detail === 'documents') return <Documents {...props} />
  const links = office.known?.links
  const look = () => {
    office.lookAgain()
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
      <p class="next">
        <a class="button" href={hashUrl('call', call.id, 'page', 'new')}>
          Send the employer a page
        </a>
      </p>
    </>
  )
}
