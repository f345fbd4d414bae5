import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { hashUrl } from '../../ui/hash-route.ts'
import { formatTimeOfDay } from '../../ui/format.ts'
import { useStored } from '../storage/changes.ts'
import { listAllPhotos } from '../storage/photos.ts'
import type { Photo, Visit } from '../storage/records.ts'
import { listVisits } from '../storage/visits.ts'
import { photoStateTexts } from '../queue/photo-state.ts'
import { sync, useSyncStatus } from '../queue/sync.ts'
import { formatCounted } from '../queue/words.ts'
import { aboutOf, titleOf } from '../visit/about.ts'
import { nameOfSlot } from '../visit/slots.ts'
import { Thumbnail } from '../visit/thumbnail.tsx'
import { Heading } from './heading.tsx'

const PhotoLine = ({ photo, isBusiness }: { readonly photo: Photo; readonly isBusiness: boolean }): VNode => (
  <li class={`sent-line ${photo.state}`}>
    <Thumbnail picture={photo.thumbnail} sha256={photo.sha256} />
    <span>
      {nameOfSlot(photo.slot, isBusiness)}
      <strong>{photoStateTexts[photo.state]}</strong>
    </span>
  </li>
)

const reportWords = ({ report, trouble }: Visit): string => {
  if (trouble) return 'Stopped: needs your decision'
  if (!report) return 'Not signed yet'
  return report.wasTried ? 'Being sent' : 'Signed, saved on this phone'
}

const UnderWay = ({ visit, photos }: { readonly visit: Visit; readonly photos: readonly Photo[] }): VNode => {
  const { isBusiness } = aboutOf(visit.work!)
  return (
    <li class="card">
      <h2>
        <a href={hashUrl('visit', visit.id)}>{titleOf(visit.work!)}</a>
      </h2>
      <ul class="lines">
        {photos.map(photo => (
          <PhotoLine key={photo.slot} photo={photo} isBusiness={isBusiness} />
        ))}
        <li class="sent-line">
          <span>
            Report
            <strong>{reportWords(visit)}</strong>
          </span>
        </li>
      </ul>
    </li>
  )
}

const Done = ({ visit: { done } }: { readonly visit: Visit }): VNode => (
  <li class="card good">
    <h2>{done!.title}</h2>
    <p>
      {done!.photos > 0
        ? `At the office since ${formatTimeOfDay(done!.at)}: the report and ${formatCounted(done!.photos, 'photo')}. They are deleted from this phone.`
        : `At the office since ${formatTimeOfDay(done!.at)}: the report. It is deleted from this phone.`}
    </p>
  </li>
)

/** About what a photo takes with its thumbnail, in bytes. */
const photoBytes = 420_000

const roomWords = async (): Promise<string> => {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  const photos = Math.floor((quota - usage) / photoBytes)
  const isPromised = (await navigator.storage?.persisted?.()) ?? false
  const room = photos > 1000 ? 'more than 1000 photos' : formatCounted(photos, 'photo')
  const promise = isPromised
    ? 'The phone has promised to keep them.'
    : 'Do not clear the data of this browser before all is sent.'
  return `This phone has room for ${room}. ${promise}`
}

const Room = (): VNode => {
  const [words, setWords] = useState('')
  useEffect(() => void roomWords().then(setWords), [])
  return <p class="quiet">{words}</p>
}

const contactWords = {
  unknown: 'Looking for the office …',
  busy: 'Talking to the office …',
  well: 'The office can be reached.',
  unreachable: 'No connection. Everything is saved here and goes out by itself.',
  'signed-out': 'You were signed out. Sign in, and it goes out by itself.',
  'other-person': 'Somebody else has signed in on this phone.',
} as const

/** What has reached the office, photo by photo, and what lies here only. */
export const Queue = ({ by }: { readonly by: string }): VNode => {
  const contact = useSyncStatus()
  const visits = useStored(() => listVisits(by), [by])
  const photos = useStored(() => listAllPhotos(by), [by])
  const withAnything = visits?.filter(
    ({ id, report, done, answers }) =>
      done || report || Object.keys(answers).length > 0 || photos?.some(photo => photo.id === id),
  )
  return (
    <main class="narrow">
      <Heading>What is sent</Heading>
      <p>{contactWords[contact]}</p>
      {withAnything?.some(({ done }) => !done) && (
        <button type="button" onClick={sync} disabled={contact === 'busy'}>
          Send now
        </button>
      )}
      {withAnything?.length === 0 && <p class="quiet">Nothing to send. Photos you take appear here.</p>}
      <ul class="cards">
        {withAnything?.map(visit =>
          visit.done ? (
            <Done key={visit.id} visit={visit} />
          ) : (
            <UnderWay
              key={visit.id}
              visit={visit}
              photos={photos?.filter(photo => photo.id === visit.id) ?? []}
            />
          ),
        )}
      </ul>
      <Room />
      <p>
        <a href={hashUrl()}>Back to today</a>
      </p>
    </main>
  )
}
