import { stateById } from '../place/place.ts'
import type { AddressVerification } from '../verification/verification.ts'
import type { StatedPlace } from './visit.ts'

/** Where the order says that its address is: a position of its own, or the centre of its state. */
export const statedPlaceOf = (verification: AddressVerification): StatedPlace => {
  const { initialLatitude: latitude, initialLongitude: longitude, stateId } = verification
  const centre = stateById(stateId)
  const isCentre = centre?.latitude === latitude && centre.longitude === longitude
  return { latitude, longitude, precision: isCentre ? 'centre' : 'exact' }
}
