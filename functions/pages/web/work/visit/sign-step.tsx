import { useState } from 'preact/hooks'
import { errorMessage } from '../../ui/api.ts'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { Heading, hashUrl } from '../../ui/page.tsx'
import { useMutation } from '../../ui/query.tsx'
import { statePosition } from '../capture/position.ts'
import { isUnsent } from '../queue/photo-state.ts'
import { sync, useSyncStatus } from '../queue/sync.ts'
import { useDeliveryPromise } from '../queue/wake-up.ts'
import { UploadLine } from '../screens/upload-line.tsx'
import { StorageError, updateRecord } from '../storage/database.ts'
import { useUnsaved, visitForm } from '../storage/unsaved.ts'
import { aboutOf, wantedPhotos } from './about.ts'
import { findingsQuestions, missingIn, reportOf } from './answers.ts'
import { Confirmed, describeUnsaved, LinkButton, PositionStatus, type StepProps } from './parts.tsx'

const Summary = ({ visit, photos }: StepProps) => {
  const about = aboutOf(visit.work)
  return (
    <dl class="summary">
      {findingsQuestions(about, visit.answers).map(({ name, label, choices }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{choices?.[visit.answers[name] ?? ''] ?? 'Not answered'}</dd>
        </div>
      ))}
      <div>
        <dt>Photos</dt>
        <dd>{photos.length === 0 ? 'None' : formatCount(photos.length, 'photo')}</dd>
      </div>
    </dl>
  )
}

const Missing = ({ visit: { id, work }, photos }: StepProps) => {
  const lacking = wantedPhotos(aboutOf(work).isBusiness).filter(
    ({ slot, isOptional }) => !isOptional && !photos.some(photo => photo.slot === slot),
  )
  return lacking.length > 0 ? (
    <p class="notice">
      No photo yet: {lacking.map(({ name }) => name.toLowerCase()).join(', ')}.{' '}
      <a href={hashUrl('visit', id, 'photos')}>Take it now</a>, or say in the answers why not.
    </p>
  ) : null
}

const Signed = ({ visit, photos }: StepProps) => {
  const waiting = photos.filter(({ state }) => isUnsent(state)).length
  const promise = useDeliveryPromise()
  const isWaiting = useSyncStatus() === 'no-wifi'
  return (
    <>
      <Heading>Signed</Heading>
      <p class="good" role="status">
        Your report of {formatDateTime(visit.report!.signedAt)} is saved on this phone.
      </p>
      <p>
        {waiting > 0 &&
          `First ${formatCount(waiting, 'photo')} ${waiting === 1 ? 'goes' : 'go'} out, then the report. `}
        {isWaiting
          ? 'Photos wait for Wi-Fi: open this page where you have it, or send them without.'
          : promise}
      </p>
      <UploadLine />
      <p class="acts">
        <LinkButton to={[]} words="Next visit" />
        <a class="button plain" href={hashUrl('queue')}>
          See what is sent
        </a>
      </p>
    </>
  )
}

export const SignStep = (props: StepProps) => {
  const { visit } = props
  const [wasThere, setWasThere] = useState(false)
  const about = aboutOf(visit.work)
  const missing = missingIn(about, visit.answers)
  const unsaved = describeUnsaved(useUnsaved(visitForm(visit)))
  const { isBusy, error, run } = useMutation()
  if (visit.report) return <Signed {...props} />
  const sign = async () => {
    const signedAt = new Date().toISOString()
    const position = await statePosition()
    // Made once, and stored with its idempotency key: however often it is sent, it is filed once.
    await updateRecord('visits', visit, ({ answers, report }) => {
      const body = reportOf(about, answers, position)
      return report
        ? undefined
        : { report: { idempotencyKey: crypto.randomUUID(), body, signedAt, wasTried: false } }
    })
    sync()
  }
  return (
    <>
      <Heading>Read and sign</Heading>
      <Summary {...props} />
      <Missing {...props} />
      {missing.length > 0 && (
        <p class="notice">
          Still to answer: {missing.map(({ label }) => label).join(' ')}{' '}
          <a href={hashUrl('visit', visit.id, 'answers')}>Answer now</a>
        </p>
      )}
      <PositionStatus />
      <Confirmed words="I was there myself, and what I say is true." onChange={setWasThere} />
      {unsaved && (
        <p class="notice">
          {unsaved} <a href={hashUrl('visit', visit.id, 'answers')}>See which</a>
        </p>
      )}
      {error !== undefined && (
        <p role="alert">
          {error instanceof StorageError
            ? 'NOT signed: this phone has no room for the report. Make room, then sign again.'
            : errorMessage(error)}
        </p>
      )}
      <button
        type="button"
        class="wide"
        disabled={!wasThere || missing.length > 0 || unsaved !== undefined || isBusy}
        onClick={() => run(sign)}
      >
        Sign the report
      </button>
    </>
  )
}
