/** How much each flag of a visit matters, in the order in which a reviewer reads them, and what it says in general. */
export const visitFlags = {
  no_photo: { weight: 'strong', about: 'no photo shows the place' },
  no_position: { weight: 'strong', about: 'no position says where the agent was' },
  outside_state: { weight: 'strong', about: 'the claim, the report or a photo is from outside the state' },
  impossible_speed: { weight: 'strong', about: 'the agent was elsewhere too shortly before or after' },
  photo_seen_before: { weight: 'strong', about: 'a photo stands in another verification, too' },
  photo_twice: { weight: 'strong', about: 'one photo stands in several slots' },
  far_from_address: { weight: 'strong', about: 'a photo was taken far from the stated position' },
  before_claim: { weight: 'strong', about: 'a photo was taken before the visit' },
  after_report: { weight: 'strong', about: 'a photo was taken after the visit' },
  accuracy_zero: { weight: 'strong', about: 'a position claims to be exact, as made-up ones do' },
  fixes_identical: { weight: 'strong', about: 'positions do not waver, as measured ones do' },
  device_shared: { weight: 'strong', about: 'another person uses the device, too' },
  outside_lga: { weight: 'weak', about: 'the claim, the report or a photo is from outside the LGA' },
  from_file: { weight: 'weak', about: 'a photo was chosen as a file instead of taken' },
  no_fixes: { weight: 'weak', about: 'a photo has no position' },
  fixes_old: { weight: 'weak', about: 'the position of a photo is older than the photo' },
  accuracy_poor: { weight: 'weak', about: 'the position of a photo is inexact' },
  accuracy_round: { weight: 'weak', about: 'positions have a suspiciously round accuracy' },
  clock_off: { weight: 'weak', about: 'the clock of the device is wrong' },
  device_new: { weight: 'weak', about: 'the device was enrolled just before' },
  position_unknown: { weight: 'weak', about: 'the order gave no position to compare with' },
} as const

export type VisitFlag = keyof typeof visitFlags

export type StrongVisitFlag = {
  [Code in VisitFlag]: (typeof visitFlags)[Code]['weight'] extends 'strong' ? Code : never
}[VisitFlag]

export const strongVisitFlags = Object.fromEntries(
  Object.entries(visitFlags).filter(([, { weight }]) => weight === 'strong'),
) as Pick<typeof visitFlags, StrongVisitFlag>
