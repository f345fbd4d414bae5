import type { VNode } from 'preact'
import { hashUrl } from '../../ui/hash-route.ts'
import { formatDue, formatDateTime } from '../../ui/format.ts'
import { hasDrafts } from '../storage/calls.ts'
import { ReleaseButton } from '../screens/release-button.tsx'
import { Heading } from '../screens/heading.tsx'
import { personOf } from '../visit/about.ts'
import type { HeldCall, StepProps } from './held.ts'

const Contact = ({ call: { work } }: { readonly call: HeldCall }): VNode => {
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
      <details>
        <summary>Show the phone number</summary>
        <p>
          <a class="button plain" href={`tel:${phone}`}>
            Call {phone}
          </a>
        </p>
      </details>
    </section>
  )
}

const MaySay = ({ call: { work } }: { readonly call: HeldCall }): VNode => {
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

const NotSay = (): VNode => (
  <section aria-labelledby="not">
    <h2 id="not">What you must not say</h2>
    <ul>
      <li>A job, a day or a pay. You are not told them, so that they say it first.</li>
      <li>Anything else about the person: where they live, why it is asked, what others said.</li>
    </ul>
  </section>
)

const Said = ({ call: { applicantSays } }: { readonly call: HeldCall }): VNode | null =>
  applicantSays?.consent === 'refused' ? (
    <p class="notice">The applicant does not agree to this check. Ask your office before you call.</p>
  ) : null

/** The first screen: whom to reach, and what may be said. */
export const ReachStep = ({ call }: StepProps): VNode => {
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
      <ReleaseButton held={call} one="call" isEmpty={!hasDrafts(call)} />
    </>
  )
}
