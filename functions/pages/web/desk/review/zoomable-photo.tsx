import type { VNode } from 'preact'
import type { Property } from '../../../../../shared/work/contract.ts'
import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import type { Photo } from './photo.ts'
import { Picture } from './picture.tsx'

/** A photo that can be enlarged, or a word in the place of one that cannot be shown. */
export const ZoomablePhoto = ({
  photo,
  renew,
  onOpen,
}: {
  readonly renew: (slot: string) => Promise<string | null>
  readonly photo: Pick<Photo, 'slot' | 'photoUrl' | 'width' | 'height'> | Property['photos'][number]
  readonly onOpen: () => void
}): VNode =>
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
