import type { PositionPrecision } from '../location/contract.ts'
import { stateById } from '../location/location.ts'
import type { Coordinates } from '../location/position.ts'
import type { AddressVerification } from './verification.ts'

export interface StatedLocation extends Coordinates {
  /** `state_centre`: the order gave none, and the position is that of its state's capital. */
  readonly precision: PositionPrecision
}

type OrderedLocation = Pick<
  AddressVerification,
  'initialLatitude' | 'initialLongitude' | 'stateId' | 'property'
>

export const findStatedLocation = (verification: OrderedLocation): StatedLocation => {
  const { initialLatitude: latitude, initialLongitude: longitude, stateId, property } = verification
  if (property) return { latitude, longitude, precision: 'confirmed' }
  const centre = stateById(stateId)
  const isState = centre?.latitude === latitude && centre.longitude === longitude
  return { latitude, longitude, precision: isState ? 'state_centre' : 'stated' }
}
