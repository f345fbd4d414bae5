import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { slotName } from '../../../../../shared/fieldwork/evidence/slot-words.ts'
import type { Position } from '../../../../../shared/place/position.ts'
import { distanceOf, momentOf, timeOf } from '../../frame/words.ts'
import { Enlarged } from './enlarged.tsx'
import { KeyButton } from './key-button.tsx'
import { distanceTo, type Photo, takenAt } from './photo.ts'
import { Picture } from './picture.tsx'

interface PhotosProps {
  readonly photos: readonly Photo[]
  readonly stated: Position | undefined
  /** The photo as it can be opened now. */
  readonly renew: (slot: string) => Promise<string | null>
}

const arrivals = {
  stored: { sign: '✓', word: 'bytes as signed' },
  awaited: { sign: '…', word: 'has not arrived' },
  refused: { sign: '✗', word: 'could not be read' },
} as const

const distanceWords = (stated: Position | undefined, photo: Photo): string => {
  const metres = distanceTo(stated, photo)
  if (metres !== undefined) return `${distanceOf(metres)} away`
  return photo.fixes.nearest ? 'distance not known' : 'no position'
}

/** What is known of a photo, under it. */
export const PhotoFacts = ({
  photo,
  stated,
}: {
  readonly photo: Photo
  readonly stated: Position | undefined
}): VNode => {
  const { sign, word } = arrivals[photo.state]
  const { nearest } = photo.fixes
  return (
    <>
      <strong>{slotName(photo.slot)}</strong>
      <span>
        {distanceWords(stated, photo)}
        {nearest && ` ±${distanceOf(nearest.accuracyMetres)}`}
      </span>
      <span>
        <time dateTime={takenAt(photo)} title={momentOf(takenAt(photo))}>
          {timeOf(takenAt(photo))}
        </time>
        {photo.source === 'viewfinder' ? ', viewfinder' : ', chosen as a file'}
      </span>
      <span class={photo.state}>
        <span aria-hidden="true">{sign}</span> {word}
      </span>
    </>
  )
}

const Shown = ({
  photo,
  renew,
  onOpen,
}: Omit<PhotosProps, 'photos' | 'stated'> & { readonly photo: Photo; readonly onOpen: () => void }) =>
  photo.photoUrl === null ? (
    <span class="unloaded">No picture</span>
  ) : (
    <button type="button" class="picture" aria-label={`Enlarge ${slotName(photo.slot)}`} onClick={onOpen}>
      <Picture
        link={photo.photoUrl}
        name={slotName(photo.slot)}
        renew={() => renew(photo.slot)}
        width={photo.width}
        height={photo.height}
      />
    </button>
  )

/** The photos of a visit, each with what speaks for and against it. */
export const Photos = ({ photos, stated, renew }: PhotosProps): VNode => {
  const [openSlot, setOpenSlot] = useState<string>()
  const shown = photos.filter(({ photoUrl }) => photoUrl !== null)
  return (
    <section aria-labelledby="photos">
      <div class="heading">
        <h2 id="photos">Photos</h2>
        <KeyButton
          shortcut="p"
          isPlain
          isDisabled={shown.length === 0}
          onPress={() => setOpenSlot(shown[0]!.slot)}
        >
          Enlarge
        </KeyButton>
      </div>
      {photos.length === 0 && <p class="quiet">There are none.</p>}
      <ul class="photos">
        {photos.map(photo => (
          <li key={photo.slot}>
            <figure>
              <Shown photo={photo} renew={renew} onOpen={() => setOpenSlot(photo.slot)} />
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
        <Enlarged
          pictures={shown.map(photo => ({
            name: slotName(photo.slot),
            link: photo.photoUrl!,
            facts: <PhotoFacts photo={photo} stated={stated} />,
            renew: () => renew(photo.slot),
          }))}
          first={shown.findIndex(({ slot }) => slot === openSlot)}
          onClose={() => setOpenSlot(undefined)}
        />
      )}
    </section>
  )
}
