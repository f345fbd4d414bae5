import { Heading, hashUrl } from '../../ui/page.tsx'
import { photoStateTexts } from '../queue/photo-state.ts'
import type { Photo } from '../storage/records.ts'
import { aboutOf, wantedPhotos } from './about.ts'
import { Next, PositionStatus, type StepProps, Thumbnail } from './parts.tsx'
import { type SlotProps, Viewfinder } from './viewfinder.tsx'

const SlotLine = ({ visit, wanted: { slot, name, hint, isOptional }, photo }: SlotProps) => (
  <li class="card slot">
    {photo && <Thumbnail photo={photo} />}
    <div>
      <h2>
        {name} {isOptional && <span class="quiet">if you can</span>}
      </h2>
      <p class={photo ? 'quiet' : ''}>{photo ? photoStateTexts[photo.state] : hint}</p>
    </div>
    <a class={photo ? 'button plain' : 'button'} href={hashUrl('visit', visit.id, 'photos', slot)}>
      {photo ? 'Again' : 'Take'}
      <span class="unseen"> {name}</span>
    </a>
  </li>
)

export const PhotoStep = ({ visit, photos, detail }: StepProps) => {
  const slots = wantedPhotos(aboutOf(visit.work).isBusiness)
  const bySlot = new Map<string, Photo>(photos.map(photo => [photo.slot, photo]))
  const wanted = slots.find(({ slot }) => slot === detail)
  if (wanted) {
    const next = slots.find(({ slot }) => slot !== detail && !bySlot.has(slot))
    return (
      <Viewfinder key={detail} visit={visit} wanted={wanted} next={next} photo={bySlot.get(wanted.slot)} />
    )
  }
  return (
    <>
      <Heading>Take photos</Heading>
      <PositionStatus />
      <ul class="cards">
        {slots.map(each => (
          <SlotLine key={each.slot} visit={visit} wanted={each} photo={bySlot.get(each.slot)} />
        ))}
      </ul>
      <Next to={['visit', visit.id, 'answers']} words="Go on to the questions" />
    </>
  )
}
