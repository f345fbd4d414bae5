import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Property } from '../../../../../shared/work/contract.ts'
import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import type { Coordinates } from '../../../../../shared/location/position.ts'
import { formatDistance, formatDateTime, formatTimeOfDay } from '../../ui/format.ts'
import { PhotoViewer } from './photo-viewer.tsx'
import { KeyButton } from './key-button.tsx'
import { ZoomablePhoto } from './zoomable-photo.tsx'
import { distanceTo, type Photo, takenAt } from './photo.ts'
import { type Shot, ApplicantPhotos, applicantPhotoShots } from './applicant-photos.tsx'

interface PhotosProps {
  readonly photos: readonly Photo[]
  /** Those that came with the order. */
  readonly supplied: Property['photos']
  readonly stated: Coordinates | undefined
  /** The photo as it can be opened now. */
  readonly renew: (slot: string) => Promise<string | null>
  readonly renewSupplied: (slot: string) => Promise<string | null>
}

const arrivals = {
  stored: { sign: '✓', word: 'bytes as signed' },
  awaited: { sign: '…', word: 'has not arrived' },
  refused: { sign: '✗', word: 'could not be read' },
} as const

const distanceWords = (stated: Coordinates | undefined, photo: Photo): string => {
  const metres = distanceTo(stated, photo)
  if (metres !== undefined) return `${formatDistance(metres)} away`
  return photo.fixes.nearest ? 'distance not known' : 'no position'
}

/** What is known of a photo, under it. */
export const PhotoFacts = ({
  photo,
  stated,
}: {
  readonly photo: Photo
  readonly stated: Coordinates | undefined
}): VNode => {
  const { sign, word } = arrivals[photo.state]
  const { nearest } = photo.fixes
  return (
    <>
      <strong>{slotName(photo.slot)}</strong>
      <span>
        {distanceWords(stated, photo)}
        {nearest && ` ±${formatDistance(nearest.accuracyMetres)}`}
      </span>
      <span>
        <time dateTime={takenAt(photo)} title={formatDateTime(takenAt(photo))}>
          {formatTimeOfDay(takenAt(photo))}
        </time>
        {photo.source === 'viewfinder' ? ', viewfinder' : ', chosen as a file'}
      </span>
      <span class={photo.state}>
        <span aria-hidden="true">{sign}</span> {word}
      </span>
    </>
  )
}

const takenShots = ({
  photos,
  stated,
  renew,
}: Pick<PhotosProps, 'photos' | 'stated' | 'renew'>): readonly Shot[] =>
  photos.flatMap(photo =>
    photo.photoUrl === null
      ? []
      : [
          {
            slot: photo.slot,
            name: slotName(photo.slot),
            link: photo.photoUrl,
            facts: <PhotoFacts photo={photo} stated={stated} />,
            renew: () => renew(photo.slot),
          },
        ],
  )

/** The photos of a visit, each with what speaks for and against it, below those that the applicant supplied. */
export const Photos = ({ photos, supplied, stated, renew, renewSupplied }: PhotosProps): VNode => {
  const [openSlot, setOpenSlot] = useState<string>()
  // One after the other under the arrow keys, so that the two houses can be held against each other.
  const shots = [...applicantPhotoShots(supplied, renewSupplied), ...takenShots({ photos, stated, renew })]
  return (
    <section aria-labelledby="photos">
      <div class="heading">
        <h2 id="photos">Photos</h2>
        <KeyButton
          shortcut="p"
          isPlain
          isDisabled={shots.length === 0}
          onPress={() => setOpenSlot(shots[0]!.slot)}
        >
          Enlarge
        </KeyButton>
      </div>
      {supplied.length > 0 && (
        <ApplicantPhotos supplied={supplied} renew={renewSupplied} onOpen={setOpenSlot} />
      )}
      {photos.length === 0 && <p class="quiet">There are none.</p>}
      <ul class="photos">
        {photos.map(photo => (
          <li key={photo.slot}>
            <figure>
              <ZoomablePhoto photo={photo} renew={renew} onOpen={() => setOpenSlot(photo.slot)} />
              <figcaption>
                <PhotoFacts photo={photo} stated={stated} />
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {photos.length > 0 && (
        <p class="quiet">
          ✓ means: the file that arrived has the SHA-256 which the device signed when it was taken. It says
          nothing of where the device was; a browser cannot see made-up positions.
        </p>
      )}
      {openSlot !== undefined && (
        <PhotoViewer
          pictures={shots}
          first={shots.findIndex(({ slot }) => slot === openSlot)}
          onClose={() => setOpenSlot(undefined)}
        />
      )}
    </section>
  )
}
