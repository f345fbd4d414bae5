import type { VNode } from 'preact'
import { formatDistance } from '../../ui/format.ts'
import { useDevicePosition } from '../capture/fixes.ts'

/** How well the telephone knows where it is: what goes with every photo. */
export const PositionStatus = (): VNode => {
  const { fix, refusal } = useDevicePosition()
  if (refusal === 'denied')
    return (
      <p class="notice">
        This phone may not say where it is. Allow “Location” for this page, or the office will ask why.
      </p>
    )
  if (!fix) return <p class="quiet">Looking for the place … Stand outside for a moment.</p>
  return <p class="quiet">Place known to about {formatDistance(fix.accuracyMetres)}.</p>
}
