import { formatDateTime } from '../../ui/format.ts'
import { useMutation } from '../../ui/query.tsx'
import { claimAssignment } from '../queue/claim.ts'
import { sync } from '../queue/sync.ts'
import { DeleteButton } from '../screens/buttons.tsx'
import { findRecord, updateRecord } from '../storage/database.ts'
import { useStored } from '../storage/use-stored.ts'
import { deleteWork } from '../storage/work.ts'
import { personOf } from '../visit/about.ts'
import { titleOf } from '../../ui/work-title.ts'
import { ClosedPage, type ScreenProps, Section, Steps } from '../visit/parts.tsx'
import { AttemptsStep } from './attempts-step.tsx'
import { type HeldCall, useEmployerData } from './employer-data.tsx'
import { PageStep } from './page-step.tsx'
import { ReachStep } from './reach-step.tsx'
import { ReportStep } from './report-step.tsx'
import { describeRefusal } from './send-button.tsx'

/** The screens of a call, in the order of the work. */
const steps = {
  reach: { words: 'Reach', Step: ReachStep },
  attempts: { words: 'Attempts', Step: AttemptsStep },
  page: { words: 'Page', Step: PageStep },
  report: { words: 'Report', Step: ReportStep },
} as const

/** A call that others may have by now: what was typed stays until its agent has decided. */
const Lost = ({ call }: { call: HeldCall }) => {
  const { error, run } = useMutation()
  const claimAgain = async () => {
    await claimAssignment(call.id)
    await updateRecord('calls', call, () => ({ isLost: false }))
    sync()
  }
  return (
    <Section id="trouble" title="This call is not yours any more" look="trouble">
      <p>
        Your claim expired or was withdrawn. If nobody else has it, you can take it again. What you typed is
        safe on this phone.
      </p>
      {error !== undefined && <p role="alert">{describeRefusal(error)}</p>}
      <button type="button" onClick={() => run(claimAgain)}>
        Take it again
      </button>
      <DeleteButton
        words="Throw it away"
        warning="What you typed of this call will be deleted from this phone for good."
        onConfirm={() => deleteWork(call).then(() => (location.hash = '#/'))}
      />
    </Section>
  )
}

const HeldScreen = ({ call, route: [name, detail] }: { call: HeldCall; route: readonly string[] }) => {
  const office = useEmployerData(call.id)
  const all = Object.entries(steps)
  const [current, { Step }] = all.find(([each]) => each === name) ?? all[0]!
  return (
    <main class="narrow visit">
      <p class="quiet where">
        {titleOf(call.work)} · {personOf(call.work)}
      </p>
      <Steps kind="call" id={call.id} steps={all} current={current} />
      {call.isLost && <Lost call={call} />}
      <Step key={`${current} ${detail ?? ''}`} call={call} office={office} detail={detail} />
    </main>
  )
}

/** A call to an employer, a screen at a time. It needs a connection; what is typed is saved without one. */
export const CallScreen = ({ by, id, route }: ScreenProps) => {
  const found = useStored(async () => [await findRecord('calls', { by, id })] as const, [by, id])
  if (!found) return <main class="narrow quiet">One moment …</main>
  const [call] = found
  if (call?.done?.isReported)
    return (
      <ClosedPage title="The office has the answer.">
        {`Since ${formatDateTime(call.done.at)}. Nothing of this call is on this phone any more.`}
      </ClosedPage>
    )
  if (call?.done)
    return (
      <ClosedPage title="This call is over.">
        {call.done.isRefused
          ? 'The applicant does not agree. Do not call for it any more.'
          : 'The office has decided, or the customer has cancelled.'}
      </ClosedPage>
    )
  if (!call?.work) return <ClosedPage title="This call is not on this phone." />
  return <HeldScreen call={call as HeldCall} route={route} />
}
