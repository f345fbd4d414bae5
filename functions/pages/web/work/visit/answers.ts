import type { FileReport, Position } from '../../../../../shared/work/assignment/contract.ts'
import {
  type PlaceFact,
  placeFactNames,
  placeFacts,
} from '../../../../../shared/work/assignment/place-fact-contract.ts'
import type { businessTypes } from '../../../../../shared/verification/contract/address.ts'
import type { buildingTypes } from '../../../../../shared/verification/contract/property.ts'
import type { Question } from '../../../../../shared/link/question.ts'
import { yesNo } from '../../../../../shared/texts/attestation.ts'

/** Answers as typed or chosen, by the name of the question. */
export type Answers = Readonly<Record<string, string>>

const yesNoUnknown = { ...yesNo, unknown: 'I could not find out' } as const

export interface About {
  readonly name: string
  readonly isBusiness: boolean
}

/** Needed in any case; the later ones only if the place exists. */
export const findingsQuestions = ({ name, isBusiness }: About, answers: Answers): readonly Question[] => [
  { name: 'addressExists', label: 'Is there such an address?', choices: yesNo, isNeeded: true },
  ...(answers.addressExists === 'yes'
    ? [
        {
          name: 'hadAccess',
          label: 'Did you get to the door?',
          hint: 'No, if a guard, a gate or a dog kept you out.',
          choices: yesNo,
          isNeeded: true,
        },
        {
          name: 'isThere',
          label: isBusiness ? `Is ${name} there?` : `Does ${name} live there?`,
          choices: yesNoUnknown,
          isNeeded: true,
        },
      ]
    : []),
]

/** The words that an order has for a house: the two can be compared. */
const buildings: Readonly<Record<(typeof buildingTypes)[number], string>> = {
  'Multi-story': 'A house of several floors',
  'Flats & Apartment': 'A house of flats',
  Bungalow: 'A house of one floor',
  'Office Complex': 'An office building',
}

export const placeQuestions: readonly Question[] = [
  { name: 'neededHelp', label: 'Did you have to ask or call to find it?', choices: yesNo },
  {
    name: 'addressType',
    label: 'What kind of place is it?',
    choices: {
      ...buildings,
      Shop: 'A shop, stall or workshop',
      Compound: 'A compound, or rooms around a yard',
      Other: 'Something else',
    },
  },
]

export const neighbourQuestions: readonly Question[] = [
  { name: 'neighborFirstname', label: 'First name', maxLength: 100 },
  { name: 'neighborLastname', label: 'Last name', maxLength: 100 },
  { name: 'neighborPhone', label: 'Phone', maxLength: 20, as: 'tel' },
  { name: 'neighborComment', label: 'What they said', maxLength: 1000, as: 'long' },
]

export const businessQuestions: readonly Question[] = [
  { name: 'nameFound', label: 'Name on the sign', maxLength: 200 },
  {
    name: 'businessType',
    label: 'What kind of business is it?',
    choices: {
      Formal: 'Formal: registered, by its sign or papers',
      Informal: 'Informal: not registered, as far as you see',
    } satisfies Record<(typeof businessTypes)[number], string>,
  },
  {
    name: 'area',
    label: 'What is around it?',
    choices: {
      Market: 'A market',
      'Residential area': 'Houses',
      'Business district': 'Offices and shops',
      'Industrial area': 'Factories or warehouses',
      'Rural area': 'Fields, or a village',
    },
  },
  { name: 'isKnown', label: 'Do people nearby know the business?', choices: yesNoUnknown },
  { name: 'isOwnerKnown', label: 'Do they know its owner?', choices: yesNoUnknown },
  { name: 'ownerVisitsFrequently', label: 'Does the owner come often?', choices: yesNoUnknown },
]

/** The name of an answer to the question whether this holds of the place. */
const placeFactAnswer = (name: PlaceFact): string => `place-${name}`

export const placeFactQuestions: readonly Question[] = placeFactNames.map(name => ({
  name: placeFactAnswer(name),
  label: placeFacts[name],
  as: 'tick',
}))

export const commentQuestion: Question = {
  name: 'comment',
  label: 'Anything else the office should know',
  maxLength: 2000,
  as: 'long',
}

export const missingIn = (about: About, answers: Answers): readonly Question[] =>
  findingsQuestions(about, answers).filter(({ name, isNeeded }) => isNeeded && !answers[name])

const said: Readonly<Record<string, boolean>> = { yes: true, no: false }
/** Null if nobody could find out, or it was not asked. */
const truth = (answers: Answers, name: string): boolean | null => said[answers[name] ?? ''] ?? null
const isYes = (answers: Answers, name: string): boolean => truth(answers, name) === true
const written = (answers: Answers, name: string): string => answers[name]?.trim() ?? ''

const neighborOf = (answers: Answers) => {
  const neighbor = {
    firstname: written(answers, 'neighborFirstname'),
    lastname: written(answers, 'neighborLastname'),
    phone: written(answers, 'neighborPhone'),
    comment: written(answers, 'neighborComment'),
  }
  return Object.values(neighbor).some(Boolean) ? neighbor : null
}

const businessOf = (answers: Answers) => ({
  area: written(answers, 'area'),
  nameFound: written(answers, 'nameFound'),
  type: written(answers, 'businessType'),
  isKnown: truth(answers, 'isKnown'),
  isOwnerKnown: truth(answers, 'isOwnerKnown'),
  ownerVisitsFrequently: truth(answers, 'ownerVisitsFrequently'),
})

/** A place that does not exist has nobody in it. */
export const reportOf = (
  { isBusiness }: About,
  answers: Answers,
  position: Position | undefined,
): FileReport => {
  const exists = isYes(answers, 'addressExists')
  return {
    visit: {
      findings: {
        addressExists: exists,
        hadAccess: exists && isYes(answers, 'hadAccess'),
        isThere: exists ? truth(answers, 'isThere') : false,
      },
      position: position ?? null,
      addressType: written(answers, 'addressType'),
      neededHelp: truth(answers, 'neededHelp'),
      neighbor: neighborOf(answers),
      business: isBusiness && exists ? businessOf(answers) : null,
      comment: written(answers, 'comment'),
      placeFacts: exists ? placeFactNames.filter(name => isYes(answers, placeFactAnswer(name))) : [],
    },
  } as FileReport
}
