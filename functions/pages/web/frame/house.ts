import type { Property } from '../../../../shared/fieldwork/contract/assignment.ts'

/** What the applicant says of the house, in the order in which one looks for it; what is not said is left out. */
export const wordsOfHouse = (house: Property): readonly (readonly [what: string, said: string])[] => {
  const words = [
    ['House number', house.houseNumber],
    ['Building', `${house.buildingType}, ${house.buildingDescription}`],
    ['State', house.buildingStatus],
    ['Colour', house.buildingColour],
    ['Gate and fence', house.hasGateAndFence ? 'yes' : 'no'],
    ['Description', house.generalDescription],
  ] as const
  return words.flatMap(([what, said]) => (said ? [[what, said] as const] : []))
}
