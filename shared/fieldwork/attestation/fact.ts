/** Every fact about an attestation that a reviewer can be shown. None is a score, and none decides anything. */
export const factCodes = [
  'orderedMailIsFree',
  'linkSentAsOrdered',
  'linkSentToSameDomain',
  'linkSentElsewhere',
  'linkSentToFreeMail',
  'attestatorAtEmployersDomain',
  'attestatorElsewhere',
  'attestatorAtFreeMail',
  'applicantsContact',
  'sameContactTwice',
  'sameBrowserAsApplicant',
  'sameNetworkAsApplicant',
  'earlierAnswersFromDomain',
  'answeredWithinMinute',
  'filledWithinHalfMinute',
  'answeredTwice',
  'saidToAgent',
  'titleDiffers',
  'startDiffers',
  'endDiffers',
  'employedDiffers',
  'attempts',
  'attemptsNotedLate',
] as const

export type FactCode = (typeof factCodes)[number]

/** A fact in words, with the values that it was made from. */
export interface Fact {
  readonly code: FactCode
  readonly text: string
  readonly values: Readonly<Record<string, string | number>>
}

export const fact = (code: FactCode, text: string, values: Fact['values'] = {}): Fact => ({
  code,
  text,
  values,
})

/** `1 day`, `2 days`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
