/**
 * What an agent tells the next one who comes to a house. They are chosen from this list and never written, so that
 * nothing of anybody who lives there can stand among them.
 */
export const placeFacts = {
  gateAtBack: 'The gate is at the back or the side',
  askGuard: 'There is a guard at the gate: ask there',
  noNumber: 'There is no number on the house',
  sharedGate: 'Several homes are behind one gate',
  shopInFront: 'A shop is in front of the house',
  noCar: 'No car can get there: walk the last part',
  floods: 'The street floods when it rains',
  dog: 'A dog runs free in the yard',
  lockedByDay: 'The gate is often locked by day',
  noNetwork: 'There is no network at the house',
} as const

export type PlaceFact = keyof typeof placeFacts
export const placeFactNames = Object.keys(placeFacts) as [PlaceFact, ...PlaceFact[]]
