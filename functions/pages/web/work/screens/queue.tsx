import { useEffect, useState } from 'preact/hooks'
import { formatCount, formatTimeOfDay } from '../../ui/format.ts'
import { hashUrl, Page } from '../../ui/page.tsx'
import { isUnsent, photoStateTexts } from '../queue/photo-state.ts'
import { formatBytes } from '../queue/progress.ts'
import { type SyncStatus, sendWithoutWifi, sync, useSyncStatus } from '../queue/sync.ts'
import { useDeliveryPromise } from '../queue/wake-up.ts'
import { listRecords } from '../storage/database.ts'
import { isStopped, type Photo, type Visit } from '../storage/records.ts'
import { useStored } from '../storage/use-stored.ts'
import { titleOf } from '../../ui/work-title.ts'
import { aboutOf, wantedPhotos } from '../visit/about.ts'
import { Back, Thumbnail } from '../visit/parts.tsx'
import { UploadLine } from './upload-line.tsx'
import { WifiSetting } from './wifi-setting.tsx'

const describeReport = (visit: Visit): string => {
  const { report } = visit
  if (isStopped(visit)) return 'Stopped: needs your decision'
  if (!report) return 'Not signed yet'
  return report.wasTried ? 'Being sent' : 'Signed, saved on this phone'
}

interface UnsentProps {
  readonly visit: Visit
  readonly photos: readonly Photo[]
  readonly status: SyncStatus
}

const UnsentVisit = ({ visit, photos, status }: UnsentProps) => {
  const names = new Map(wantedPhotos(aboutOf(visit.work!).isBusiness).map(({ slot, name }) => [slot, name]))
  return (
    <li class="card">
      <h2>
        <a href={hashUrl('visit', visit.id)}>{titleOf(visit.work!)}</a>
      </h2>
      <ul class="lines">
        {photos.map(photo => (
          <li key={photo.slot} class={`sent-line ${photo.state}`}>
            <Thumbnail photo={photo} />
            <span>
              {names.get(photo.slot) ?? photo.slot}
              <strong>
                {status === 'no-wifi' && isUnsent(photo.state)
                  ? 'Waits for Wi-Fi'
                  : photoStateTexts[photo.state]}
              </strong>
            </span>
          </li>
        ))}
        <li class="sent-line">
          <span>
            Report
            <strong>{describeReport(visit)}</strong>
          </span>
        </li>
      </ul>
    </li>
  )
}

const SentVisit = ({ done: { title, at, photos } }: { done: NonNullable<Visit['done']> }) => (
  <li class="card good">
    <h2>{title}</h2>
    <p>
      At the office since {formatTimeOfDay(at)}: the report
      {photos > 0 ? ` and ${formatCount(photos, 'photo')}. They are` : '. It is'} deleted from this phone.
    </p>
  </li>
)

/** About the size of a photo with its thumbnail, in bytes. */
const photoBytes = 420_000

const describeStorage = async (): Promise<string> => {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  const photos = Math.floor((quota - usage) / photoBytes)
  const isPersisted = (await navigator.storage?.persisted?.()) ?? false
  return `This phone has room for ${photos > 1000 ? 'more than 1000 photos' : formatCount(photos, 'photo')}. ${
    isPersisted
      ? 'The phone has promised to keep them.'
      : 'Do not clear the data of this browser before all is sent.'
  }`
}

const StorageLine = () => {
  const [words, setWords] = useState('')
  useEffect(() => void describeStorage().then(setWords), [])
  return <p class="quiet">{words}</p>
}

const statusTexts = {
  unknown: 'Looking for the office …',
  busy: 'Talking to the office …',
  well: 'The office can be reached.',
  'no-wifi': 'Photos wait for Wi-Fi, and reports for their photos. The time of each photo is at the office.',
  unreachable: 'No connection. Everything is saved on this phone.',
  unsaved:
    'This phone cannot save what the office answers, so nothing is sent. What was saved before is safe.',
  'signed-out': 'You were signed out. Sign in, and everything is sent automatically.',
  'other-person': 'Somebody else has signed in on this phone.',
} as const

/** What has reached the office, photo by photo, and what is on the phone alone. */
export const Queue = ({ by }: { by: string }) => {
  const status = useSyncStatus()
  const promise = useDeliveryPromise()
  const visits = useStored(() => listRecords('visits', by), [by])
  const photos = useStored(() => listRecords('photos', by), [by])
  const shown = visits?.filter(
    ({ id, report, done, answers }) =>
      done || report || Object.keys(answers).length > 0 || photos?.some(photo => photo.id === id),
  )
  const unsentBytes = (photos ?? [])
    .filter(({ state }) => isUnsent(state))
    .reduce((sum, { bytes }) => sum + (bytes?.size ?? 0), 0)
  const isLeft = shown?.some(({ done }) => !done)
  return (
    <Page title="What is sent" isNarrow>
      <p>
        {statusTexts[status]} {status === 'unreachable' && isLeft && promise}
      </p>
      <UploadLine />
      {isLeft && (
        <button
          type="button"
          onClick={status === 'no-wifi' ? sendWithoutWifi : sync}
          disabled={status === 'busy'}
        >
          {status === 'no-wifi' ? `Send now without Wi-Fi: ${formatBytes(unsentBytes)}` : 'Send now'}
        </button>
      )}
      {shown?.length === 0 && <p class="quiet">Nothing to send. Photos you take appear here.</p>}
      <ul class="cards">
        {shown?.map(visit =>
          visit.done ? (
            <SentVisit key={visit.id} done={visit.done} />
          ) : (
            <UnsentVisit
              key={visit.id}
              visit={visit}
              status={status}
              photos={photos?.filter(({ id }) => id === visit.id) ?? []}
            />
          ),
        )}
      </ul>
      <WifiSetting by={by} />
      <StorageLine />
      <Back to={[]} words="Back to today" />
    </Page>
  )
}
