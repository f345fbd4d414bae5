import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import type { Coordinates } from '../../../../../shared/location/position.ts'
import type { Property } from '../../../../../shared/work/contract.ts'
import { formatDistance } from '../../../../../shared/location/position.ts'
import { formatDateTime, formatTimeOfDay } from '../../ui/format.ts'
import { distanceTo, type Photo, renewPhoto, renewSupplied, statedIn, takenAt } from './evidence.ts'
import { KeyButton } from './keys.tsx'
import type { CaseFile } from './open-case.ts'
import { PictureButton, PictureViewer } from './pictures.tsx'

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

const PhotoFacts = ({ photo, stated }: { photo: Photo; stated: Coordinates | undefined }) => {
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

interface CasePhoto {
  readonly photo: Photo | Property['photos'][number]
  readonly facts: ComponentChildren
  readonly renew: () => Promise<string | null>
}

const PhotoList = ({ photos, onOpen }: { photos: readonly CasePhoto[]; onOpen: (slot: string) => void }) => (
  <ul class="photos">
    {photos.map(({ photo: { slot, photoUrl, width, height }, facts, renew }) => (
      <li key={slot}>
        <figure>
          {photoUrl === null ? (
            <span class="unloaded">No picture</span>
          ) : (
            <PictureButton
              link={photoUrl}
              name={slotName(slot)}
              renew={renew}
              width={width}
              height={height}
              onOpen={() => onOpen(slot)}
            />
          )}
          <figcaption>{facts}</figcaption>
        </figure>
      </li>
    ))}
  </ul>
)

/** The photos of a visit, each with what speaks for and against it, below those that the applicant supplied. */
export const Photos = ({ file, photos }: { file: CaseFile; photos: readonly Photo[] }) => {
  const [openSlot, setOpenSlot] = useState<string>()
  const stated = statedIn(file)
  const supplied = (file.property?.photos ?? []).map(photo => ({
    photo,
    // The applicant claims it: nothing says when or where it was taken.
    facts: (
      <>
        <strong>{slotName(photo.slot)}</strong>
        <span>came with the order</span>
      </>
    ),
    renew: () => renewSupplied(file.id, photo.slot),
  }))
  const taken = photos.map(photo => ({
    photo,
    facts: <PhotoFacts photo={photo} stated={stated} />,
    renew: () => renewPhoto(file.id, photo.slot),
  }))
  // One after the other under the arrow keys, so that the two houses can be compared.
  const shown = [...supplied, ...taken].filter(({ photo }) => photo.photoUrl !== null)
  return (
    <section aria-labelledby="photos">
      <div class="heading">
        <h2 id="photos">Photos</h2>
        <KeyButton
          shortcut="p"
          isDisabled={shown.length === 0}
          onPress={() => setOpenSlot(shown[0]!.photo.slot)}
        >
          Enlarge
        </KeyButton>
      </div>
      {supplied.length > 0 && (
        <>
          <h3>From the applicant, with the order</h3>
          <PhotoList photos={supplied} onOpen={setOpenSlot} />
          <h3>From the visit</h3>
        </>
      )}
      {photos.length === 0 && <p class="quiet">There are none.</p>}
      <PhotoList photos={taken} onOpen={setOpenSlot} />
      {photos.length > 0 && (
        <p class="quiet">
          ✓ means: the file that arrived has the SHA-256 which the device signed when it was taken. It says
          nothing of where the device was; a browser cannot see made-up positions.
        </p>
      )}
      {openSlot !== undefined && (
        <PictureViewer
          pictures={shown.map(({ photo, facts, renew }) => ({
            name: slotName(photo.slot),
            link: photo.photoUrl!,
            facts,
            renew,
          }))}
          first={shown.findIndex(({ photo }) => photo.slot === openSlot)}
          onClose={() => setOpenSlot(undefined)}
        />
      )}
    </section>
  )
}
