import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { hashUrl } from '../../ui/hash-route.ts'
import { formatDateTime } from '../../ui/format.ts'
import { findCall, deleteCall } from '../storage/calls.ts'
import { useStored } from '../storage/changes.ts'
import type { Call } from '../storage/records.ts'
import { reclaimCall } from '../queue/claim.ts'
import { Heading } from '../screens/heading.tsx'
import { DeleteButton } from '../screens/delete-button.tsx'
import { personOf, titleOf } from '../visit/about.ts'
import { AttemptsStep } from './attempts-step.tsx'
import type { HeldCall } from './held.ts'
import { useEmployerData } from './employer-data.ts'
import { PageStep } from './page-step.tsx'
import { ReachStep } from './reach-step.tsx'
import { refusalWords } from './refusal.tsx'
import { ReportStep } from './report-step.tsx'

/** The screens of a call, in the order of the work. */
const steps = {
  reach: { words: 'Reach', Step: ReachStep },
  attempts: { words: 'Attempts', Step: AttemptsStep },
  page: { words: 'Page', Step: PageStep },
  report: { words: 'Report', Step: ReportStep },
} as const
type StepName = keyof typeof steps

const isStep = (name: string | undefined): name is StepName => name !== undefined && name in steps

const Steps = ({ id, now }: { readonly id: string; readonly now: StepName }): VNode => (
  <nav aria-label="Steps of this call" class="steps">
    {Object.entries(steps).map(([name, { words }]) => (
      <a key={name} href={hashUrl('call', id, name)} aria-current={name === now ? 'step' : undefined}>
        {words}
      </a>
    ))}
  </nav>
)

/** A call that others may have by now: what was typed stays until its agent has decided. */
const Lost = ({ call }: { readonly call: HeldCall }): VNode => {
  const [problem, setProblem] = useState('')
  const again = () => void reclaimCall(call).catch(error => setProblem(refusalWords(error)))
  return (
    <section class="trouble" aria-labelledby="trouble">
      <h2 id="trouble">This call is not yours any more</h2>
      <p>
        Your time for it was over, or it was taken back. If nobody else has it, you can take it again. What
        you typed is safe on this phone.
      </p>
      {problem && <p role="alert">{problem}</p>}
      <button type="button" onClick={again}>
        Take it again
      </button>
      <DeleteButton
        words="Throw it away"
        again="What you typed of this call will be deleted from this phone for good."
        onSure={() => void deleteCall(call).then(() => (location.hash = '#/'))}
      />
    </section>
  )
}

const Over = ({ title, children }: { readonly title: string; readonly children?: string }): VNode => (
  <main class="narrow">
    <Heading>{title}</Heading>
    {children && <p>{children}</p>}
    <p>
      <a class="button" href={hashUrl()}>
        Back to today
      </a>
    </p>
  </main>
)

const Done = ({ done }: { readonly done: NonNullable<Call['done']> }): VNode =>
  done.isReported ? (
    <Over title="The office has the answer.">{`Since ${formatDateTime(done.at)}. Nothing of this call is on this phone any more.`}</Over>
  ) : (
    <Over title="This call is over.">The office has decided, or the customer has cancelled.</Over>
  )

interface HeldProps {
  readonly call: HeldCall
  readonly place: readonly string[]
}

const HeldScreen = ({ call, place: [name, detail] }: HeldProps): VNode => {
  const office = useEmployerData(call.id)
  const now = isStep(name) ? name : 'reach'
  const { Step } = steps[now]
  return (
    <main class="narrow visit">
      <p class="quiet where">
        {titleOf(call.work)} · {personOf(call.work)}
      </p>
      <Steps id={call.id} now={now} />
      {call.isLost && <Lost call={call} />}
      <Step key={`${now} ${detail ?? ''}`} call={call} office={office} detail={detail} />
    </main>
  )
}

interface Props {
  readonly by: string
  readonly id: string
  readonly place: readonly string[]
}

/** A call to an employer, a screen at a time. It needs a connection; what is typed is kept without one. */
export const CallScreen = ({ by, id, place }: Props): VNode => {
  const found = useStored(async () => [await findCall(by, id)] as const, [by, id])
  if (!found) return <main class="narrow quiet">One moment …</main>
  const [call] = found
  if (call?.done) return <Done done={call.done} />
  if (!call?.work) return <Over title="This call is not on this phone." />
  return <HeldScreen call={call as HeldCall} place={place} />
}
