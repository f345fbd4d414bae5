import type { VNode } from 'preact'
import { hashUrl } from '../../ui/hash-route.ts'
import type { Photo } from '../storage/records.ts'
import { photoStateTexts } from '../queue/photo-state.ts'
import { Heading } from '../screens/heading.tsx'
import { aboutOf } from './about.ts'
import type { StepProps } from './held.ts'
import { Next } from './next.tsx'
import { PositionStatus } from './position-status.tsx'
import { type WantedPhoto, wantedPhotos } from './slots.ts'
import { Thumbnail } from './thumbnail.tsx'
import { Viewfinder } from './viewfinder.tsx'

interface SlotProps {
  readonly id: string
  readonly wanted: WantedPhoto
  readonly photo: Photo | undefined
}

const SlotLine = ({ id, wanted: { slot, name, hint, isOptional }, photo }: SlotProps): VNode => (
  <li class="card slot">
    {photo && <Thumbnail picture={photo.thumbnail} sha256={photo.sha256} />}
    <div>
      <h2>
        {name} {isOptional && <span class="quiet">if you can</span>}
      </h2>
      <p class={photo ? 'quiet' : ''}>{photo ? photoStateTexts[photo.state] : hint}</p>
    </div>
    <a class={photo ? 'button plain' : 'button'} href={hashUrl('visit', id, 'photos', slot)}>
      {photo ? 'Again' : 'Take'}
      <span class="unseen"> {name}</span>
    </a>
  </li>
)

/** The second screen: which photos are wanted, and where each of them is. */
export const PhotoStep = ({ visit, photos, detail }: StepProps): VNode => {
  const slots = wantedPhotos(aboutOf(visit.work).isBusiness)
  const bySlot = new Map<string, Photo>(photos.map(photo => [photo.slot, photo]))
  const wanted = slots.find(({ slot }) => slot === detail)
  if (wanted) {
    const next = slots.find(({ slot }) => slot !== detail && !bySlot.has(slot))
    return (
      <Viewfinder key={detail} visit={visit} wanted={wanted} photo={bySlot.get(wanted.slot)} next={next} />
    )
  }
  return (
    <>
      <Heading>Take photos</Heading>
      <PositionStatus />
      <ul class="cards">
        {slots.map(each => (
          <SlotLine key={each.slot} id={visit.id} wanted={each} photo={bySlot.get(each.slot)} />
        ))}
      </ul>
      <Next id={visit.id} step="answers" words="Go on to the questions" />
    </>
  )
}
