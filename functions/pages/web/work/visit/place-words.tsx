import type { VNode } from 'preact'
import { distanceOf } from '../../frame/words.ts'
import { useWhereabouts } from '../capture/fixes.ts'

/** How well the telephone knows where it is: what goes with every photo. */
export const PlaceWords = (): VNode => {
  const { fix, refusal } = useWhereabouts()
  if (refusal === 'denied')
    return (
      <p class="notice">
        This phone may not say where it is. Allow “Location” for this page, or the office will ask why.
      </p>
    )
  if (!fix) return <p class="quiet">Looking for the place … Stand outside for a moment.</p>
  return <p class="quiet">Place known to about {distanceOf(fix.accuracyMetres)}.</p>
}
