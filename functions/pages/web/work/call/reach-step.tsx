import { formatDateTime, formatDue } from '../../ui/format.ts'
import { Heading, hashUrl } from '../../ui/page.tsx'
import { ReleaseButton } from '../screens/buttons.tsx'
import { hasDrafts } from '../storage/calls.ts'
import { personOf } from '../visit/about.ts'
import { PhoneNumber } from '../visit/parts.tsx'
import type { HeldCall, StepProps } from './employer-data.tsx'

const Contact = ({ call: { work } }: { readonly call: HeldCall }) => {
  const { name, phone, email, contactPersonName, canContactPoc } = work.employer
  return (
    <section aria-labelledby="employer">
      <h2 id="employer">{name}</h2>
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
      <PhoneNumber phone={phone} />
    </section>
  )
}

const MaySay = ({ call: { work } }: { readonly call: HeldCall }) => {
  const person = personOf(work)
  return (
    <section aria-labelledby="may">
      <h2 id="may">What you may say</h2>
      <ul>
        <li>That you check employments for companies.</li>
        <li>
          That {person} named {work.employer.name} as an employer. Ask: do they work there, or did they?
        </li>
        <li>That the answer goes to the company that asked, with the name of whoever gives it.</li>
        <li>That they may say no. Then thank them, and note it.</li>
      </ul>
    </section>
  )
}

const NotSay = () => (
  <section aria-labelledby="not">
    <h2 id="not">What you must not say</h2>
    <ul>
      <li>A job, a day or a pay. You are not told them, so that they say it first.</li>
      <li>Anything else about the person: where they live, why it is asked, what others said.</li>
    </ul>
  </section>
)

const Said = ({ call: { applicantSays } }: { readonly call: HeldCall }) =>
  applicantSays?.consent === 'refused' ? (
    <p class="notice">The applicant does not agree to this check. Ask your office before you call.</p>
  ) : null

export const ReachStep = ({ call }: StepProps) => {
  const { work } = call
  return (
    <>
      <Heading>Reach the employer</Heading>
      {work.returned && (
        <aside class="notice" aria-label="Why it came back">
          <p>
            <strong>The office gave it back:</strong> {work.returned.comment}
          </p>
        </aside>
      )}
      <Said call={call} />
      <p class="quiet">
        {formatDue(work.dueAt, Date.now())}
        {work.leaseUntil && ` · yours until ${formatDateTime(work.leaseUntil)}`}
      </p>
      <Contact call={call} />
      <MaySay call={call} />
      <NotSay />
      <p class="next acts">
        <a class="button" href={hashUrl('call', call.id, 'report')}>
          Answered
        </a>
        <a class="button plain" href={hashUrl('call', call.id, 'attempts', 'new')}>
          No answer
        </a>
      </p>
      <ReleaseButton held={call} noun="call" isEmpty={!hasDrafts(call)} />
    </>
  )
}
