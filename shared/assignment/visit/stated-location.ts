import { stateById } from '../../location/location.ts'
import { metresBetween } from '../../location/position.ts'
import type { AddressVerification } from '../../verification/verification.ts'
import { fixAtShutter, type StatedLocation, type VisitPhoto } from './visit.ts'

/** Where the order says that its address is: a position of its own, or the centre of its state. */
export const findStatedLocation = (verification: AddressVerification): StatedLocation => {
  const { initialLatitude: latitude, initialLongitude: longitude, stateId, property } = verification
  const centre = stateById(stateId)
  // What was confirmed on a map is a position, wherever it is.
  const isCentre = !property && centre?.latitude === latitude && centre.longitude === longitude
  return { latitude, longitude, precision: isCentre ? 'centre' : 'exact' }
}

/** How far from there a photo was taken; absent where either is not known: from a centre no distance means anything. */
export const metresFromStated = (photo: VisitPhoto, stated: StatedLocation): number | undefined => {
  const fix = fixAtShutter(photo)
  return fix && stated.precision === 'exact' ? metresBetween(fix, stated) : undefined
}
