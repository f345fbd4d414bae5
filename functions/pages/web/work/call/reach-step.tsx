import { formatDue } from '../../ui/format.ts'
import { Heading, hashUrl } from '../../ui/page.tsx'
import { ReleaseButton } from '../screens/buttons.tsx'
import { hasDrafts } from '../storage/work.ts'
import { describeLease, personOf } from '../visit/about.ts'
import { ContactButtons, LinkButton, Returned, Section } from '../visit/parts.tsx'
import type { HeldCall, StepProps } from './employer-data.tsx'

const Contact = ({ call: { work } }: { readonly call: HeldCall }) => {
  const { name, phone, email, contactPersonName, canContactPoc } = work.employer
  return (
    <Section id="employer" title={name}>
      {contactPersonName &&
        (canContactPoc ? (
          <p>
            Ask for <strong>{contactPersonName}</strong>.
          </p>
        ) : (
          <p class="notice">
            Do not ask for {contactPersonName}: the customer has not agreed to it. Ask for the people who keep
            the staff records.
          </p>
        ))}
      <p>Email: {email}</p>
      <p>Phone: {phone}</p>
      <ContactButtons phone={phone} isCompany />
    </Section>
  )
}

const Rules = ({ call: { work } }: { readonly call: HeldCall }) => (
  <>
    <Section id="may" title="What you may say">
      <ul>
        <li>That you check employments for companies.</li>
        <li>
          That {personOf(work)} named {work.employer.name} as an employer. Ask: do they work there, or did
          they?
        </li>
        <li>That the answer goes to the company that asked, with the name of whoever gives it.</li>
        <li>That they may say no. Then thank them, and note it.</li>
      </ul>
    </Section>
    <Section id="not" title="What you must not say">
      <ul>
        <li>A job, a day or a pay. You are not told them, so that they say it first.</li>
        <li>Anything else about the person: where they live, why it is asked, what others said.</li>
      </ul>
    </Section>
  </>
)

export const ReachStep = ({ call }: StepProps) => {
  const { work } = call
  const lease = describeLease(work)
  return (
    <>
      <Heading>Reach the employer</Heading>
      <Returned work={work} />
      <p class="quiet">
        {formatDue(work.dueAt, Date.now())}
        {lease && ` · ${lease}`}
      </p>
      <Contact call={call} />
      <Rules call={call} />
      <p class="next acts">
        <LinkButton to={['call', call.id, 'report']} words="Answered" />
        <a class="button plain" href={hashUrl('call', call.id, 'attempts', 'new')}>
          No answer
        </a>
      </p>
      <ReleaseButton held={call} kind="call" isEmpty={!hasDrafts(call)} />
    </>
  )
}
