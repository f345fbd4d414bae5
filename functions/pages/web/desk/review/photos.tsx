import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import type { Coordinates } from '../../../../../shared/location/position.ts'
import type { Property } from '../../../../../shared/review/contract.ts'
import { describeFlags, formatDateTime, formatDistance, formatTimeOfDay } from '../../ui/format.ts'
import {
  distanceWords,
  fixAge,
  type Photo,
  readPictureOf,
  renewPhoto,
  renewSupplied,
  statedIn,
  takenAt,
} from './evidence.ts'
import { KeyButton } from './keys.tsx'
import type { CaseFile } from './open-case.ts'
import { PictureButton, PictureViewer, type ViewerPicture } from './pictures.tsx'
import { type Flag, strongIn } from './statements.tsx'

const arrivals = {
  stored: { sign: '✓', word: 'bytes as signed' },
  awaited: { sign: '…', word: 'has not arrived' },
  refused: { sign: '✗', word: 'could not be read' },
} as const

interface PhotoFactsProps {
  readonly photo: Photo
  readonly stated: Coordinates | undefined
  readonly flags: readonly Flag[]
}

const PhotoFacts = ({ photo, stated, flags }: PhotoFactsProps) => {
  const { sign, word } = arrivals[photo.state]
  const { nearest } = photo.fixes
  const strong = strongIn(flags).length
  const age = fixAge(photo)
  return (
    <>
      <strong>{slotName(photo.slot)}</strong>
      <span>
        {distanceWords(stated, photo)}
        {nearest && ` ±${formatDistance(nearest.accuracyMetres)}`}
        {age && `, ${age} before`}
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
      {flags.length > 0 && (
        <span class={strong > 0 ? 'tag wrong' : 'tag'}>{describeFlags(flags.length, strong)}</span>
      )}
    </>
  )
}

interface CasePhoto extends Pick<ViewerPicture, 'renew' | 'other'> {
  readonly photo: Photo | Property['photos'][number]
  readonly facts: ComponentChildren
  /** What its flags say, for where their list is not in sight. */
  readonly words?: ComponentChildren
  /** Key that opens it. */
  readonly shortcut?: string
}

interface PhotoListProps {
  readonly photos: readonly CasePhoto[]
  readonly onOpen: (slot: string, isCompared?: boolean) => void
}

const PhotoList = ({ photos, onOpen }: PhotoListProps) => (
  <ul class="photos">
    {photos.map(({ photo: { slot, photoUrl, width, height }, facts, shortcut, renew, other }) => (
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
              shortcut={shortcut}
              onOpen={() => onOpen(slot)}
            />
          )}
          <figcaption>
            {facts}
            {other && photoUrl !== null && (
              <button type="button" class="plain" onClick={() => onOpen(slot, true)}>
                Beside the other<span class="unseen">: {slotName(slot)}</span>
              </button>
            )}
          </figcaption>
        </figure>
      </li>
    ))}
  </ul>
)

/** Agents are asked to take it along the street, with the house in it. */
const streetSlot = 'exteriorPhotos.photo2'

const toSupplied = (file: CaseFile): readonly CasePhoto[] =>
  (file.property?.photos ?? []).map(photo => ({
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

/** A photo's key is the sign that the map has for it. */
const toTaken = (file: CaseFile, photos: readonly Photo[]): readonly CasePhoto[] =>
  photos.map((photo, index) => {
    const isHere = ({ at }: Flag['places'][number]) => at === photo.slot
    const flags = file.review.flags.filter(({ places }) => places.some(isHere))
    const seenIn = flags.flatMap(({ places }) => places.filter(isHere)).find(({ seenIn }) => seenIn)?.seenIn
    return {
      photo,
      facts: <PhotoFacts photo={photo} stated={statedIn(file)} flags={flags} />,
      words: flags.map(({ code, reason }) => <span key={code}>{reason}</span>),
      shortcut: `${index + 1}`,
      renew: () => renewPhoto(file.id, photo.slot),
      ...(seenIn && { other: { name: `Case ${seenIn.id}`, read: () => readPictureOf(seenIn) } }),
    }
  })

/** The photos of a visit, each with what speaks for and against it, below those that the applicant supplied. */
export const Photos = ({ file, photos }: { file: CaseFile; photos: readonly Photo[] }) => {
  const [opened, setOpened] = useState<{ readonly slot: string; readonly isCompared: boolean }>()
  const open: PhotoListProps['onOpen'] = (slot, isCompared = false) => setOpened({ slot, isCompared })
  const [supplied, taken] = [toSupplied(file), toTaken(file, photos)]
  // One after the other under the arrow keys, so that the two houses can be compared.
  const shown = [...supplied, ...taken].filter(({ photo }) => photo.photoUrl !== null)
  const indexOf = (slot: string) => shown.findIndex(({ photo }) => photo.slot === slot)
  return (
    <section aria-labelledby="photos">
      <div class="heading">
        <h2 id="photos">Photos</h2>
        <KeyButton shortcut="p" isDisabled={shown.length === 0} onPress={() => open(shown[0]!.photo.slot)}>
          Enlarge
        </KeyButton>
      </div>
      {supplied.length > 0 && (
        <>
          <h3>From the applicant, with the order</h3>
          <PhotoList photos={supplied} onOpen={open} />
          <h3>From the visit</h3>
        </>
      )}
      {photos.length === 0 && <p class="quiet">There are none.</p>}
      <PhotoList photos={taken} onOpen={open} />
      {photos.length > 0 && (
        <p class="quiet">
          ✓ means: the file that arrived has the SHA-256 which the device signed when it was taken. It says
          nothing of where the device was; a browser cannot see made-up positions.
        </p>
      )}
      {opened && (
        <PictureViewer
          pictures={shown.map(({ photo, facts, words, renew, other }) => ({
            name: slotName(photo.slot),
            link: photo.photoUrl!,
            facts: (
              <>
                {facts}
                {words}
              </>
            ),
            renew,
            other,
          }))}
          first={indexOf(opened.slot)}
          street={indexOf(streetSlot)}
          isCompared={opened.isCompared}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}
