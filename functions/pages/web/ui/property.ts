import type { Property } from '../../../../shared/work/contract.ts'

/** What the applicant says of the house, in the order in which one looks for it; what is not said is left out. */
export const describeProperty = (house: Property): readonly (readonly [what: string, said: string])[] => {
  const words = [
    ['Description', house.generalDescription],
    ['House number', house.houseNumber],
    ['Building', [house.buildingType, house.buildingDescription, house.buildingStatus].join(', ')],
    ['Colour', house.buildingColour],
    ['Gate and fence', house.hasGateAndFence ? 'yes' : 'no'],
  ] as const
  return words.flatMap(([what, said]) => (said ? [[what, said] as const] : []))
}
