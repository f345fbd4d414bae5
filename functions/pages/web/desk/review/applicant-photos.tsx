import type { VNode } from 'preact'
import type { Property } from '../../../../../shared/work/contract.ts'
import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import type { ViewerPhoto } from './photo-viewer.tsx'
import { ZoomablePhoto } from './zoomable-photo.tsx'

type Photos = Property['photos']
type Renew = (slot: string) => Promise<string | null>

/** A photo that can be enlarged, by its slot. */
export interface Shot extends ViewerPhoto {
  readonly slot: string
}

const suppliedFacts = (slot: string): VNode => (
  <>
    <strong>{slotName(slot)}</strong>
    <span>came with the order</span>
  </>
)

/** As they are enlarged. */
export const applicantPhotoShots = (supplied: Photos, renew: Renew): readonly Shot[] =>
  supplied.map(({ slot, photoUrl }) => ({
    slot,
    name: slotName(slot),
    link: photoUrl,
    facts: suppliedFacts(slot),
    renew: () => renew(slot),
  }))

interface SuppliedProps {
  readonly supplied: Photos
  readonly renew: Renew
  readonly onOpen: (slot: string) => void
}

/** What the applicant showed of the house: a claim, of which nothing says when or where it was taken. */
export const ApplicantPhotos = ({ supplied, renew, onOpen }: SuppliedProps): VNode => (
  <>
    <h3>From the applicant, with the order</h3>
    <ul class="photos">
      {supplied.map(photo => (
        <li key={photo.slot}>
          <figure>
            <ZoomablePhoto photo={photo} renew={renew} onOpen={() => onOpen(photo.slot)} />
            <figcaption>{suppliedFacts(photo.slot)}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
    <h3>From the visit</h3>
  </>
)
