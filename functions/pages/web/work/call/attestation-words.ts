import type {
  employmentConfirmations,
  companySizes,
  compensationRates,
  employmentTypes,
  sources,
  terminations,
} from '../../../../../shared/assignment/attestation-contract.ts'

/* The words of what an employer can be asked to choose from. */

/** Words that are their own names. */
const asSaid = <Word extends string>(words: Record<Word, true>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(words).map(word => [word, word]))

export const sourceWords = { phone: 'On the phone', visit: 'Face to face' } as const satisfies Record<
  (typeof sources)[number],
  string
>
export const claimWords = {
  worksHere: 'Yes, and still does',
  workedHere: 'Yes, in the past',
  neverWorkedHere: 'No, never',
  mayNotAnswer: 'They may not answer',
} as const satisfies Record<(typeof employmentConfirmations)[number], string>

export const types = asSaid<(typeof employmentTypes)[number]>({
  'Full-Time': true,
  'Part-Time': true,
  Contract: true,
  Temporary: true,
  Internship: true,
})
export const rates = asSaid<(typeof compensationRates)[number]>({
  Hourly: true,
  Daily: true,
  Weekly: true,
  Monthly: true,
  Yearly: true,
})
export const endings = asSaid<(typeof terminations)[number]>({
  Voluntary: true,
  Dismissed: true,
  Redundant: true,
  'End of contract': true,
  Retired: true,
})
export const sizes = asSaid<(typeof companySizes)[number]>({
  '1-10': true,
  '11-50': true,
  '51-200': true,
  '201-500': true,
  '501-1000': true,
  '1001+': true,
})
export const yesNo = { yes: 'Yes', no: 'No' } as const
